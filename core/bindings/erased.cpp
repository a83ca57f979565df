// tesuji._core.PythonGame: a game written in Python, behind the core's interface. Every call takes
// the GIL; a Python exception passes through the search to its caller.
#include "tesuji/base/erased.hpp"

#include "searches.hpp"

namespace tesuji::bindings {

// A state of tesuji.games.python behind the core's interface. Keeps Python's answers, because a
// search asks about the same position many times.
class PythonState final : public ErasedState {
 public:
  explicit PythonState(nb::object state) : state_(std::move(state)) {
    to_move_ = nb::cast<int>(state_.attr("to_move"));
    moves_ = nb::cast<nb::tuple>(state_.attr("legal_moves")());
    events_ = nb::cast<nb::tuple>(state_.attr("event_list")());
    const nb::object end = state_.attr("outcome")();
    if (end.is_none()) {
      if (moves_.size() == 0 && events_.size() == 0) state_.attr("refuse_dead_end")();
      return;
    }
    const nb::object winner = end[0];
    outcome_ =
        Outcome{static_cast<std::int8_t>(winner.is_none() ? draw : nb::cast<int>(winner)), 0};
    score_ = nb::cast<int>(end[1]);
  }
  ~PythonState() override {
    const nb::gil_scoped_acquire held;
    state_.reset();
    moves_.reset();
    events_.reset();
  }
  PythonState(const PythonState&) = delete;
  PythonState& operator=(const PythonState&) = delete;

  [[nodiscard]] int to_move() const override { return to_move_; }
  [[nodiscard]] int move_count() const override { return count(moves_); }
  [[nodiscard]] int event_count() const override { return count(events_); }
  [[nodiscard]] std::optional<Outcome> outcome() const override { return outcome_; }
  [[nodiscard]] int score() const override { return score_; }
  [[nodiscard]] std::shared_ptr<const ErasedState> after_move(int number) const override {
    return after(moves_, number);
  }
  [[nodiscard]] std::shared_ptr<const ErasedState> after_event(int number) const override {
    return after(events_, number);
  }
  // A hash of the text. Python's own hash differs from run to run, and hash(-1) == hash(-2).
  [[nodiscard]] std::uint64_t hash() const override {
    const nb::gil_scoped_acquire held;
    const auto text = nb::cast<std::string>(state_.attr("text")());
    std::uint64_t value = 0xcbf2'9ce4'8422'2325u;
    for (char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3u;
    return mix(value);
  }
  [[nodiscard]] bool equals(const ErasedState& other) const override {
    const nb::gil_scoped_acquire held;
    return state_.equal(static_cast<const PythonState&>(other).state_);
  }
  [[nodiscard]] const nb::object& state() const noexcept { return state_; }

 private:
  [[nodiscard]] int count(const nb::tuple& codes) const {
    const nb::gil_scoped_acquire held;
    return static_cast<int>(codes.size());
  }
  [[nodiscard]] std::shared_ptr<const ErasedState> after(const nb::tuple& codes, int number) const {
    const nb::gil_scoped_acquire held;
    return std::make_shared<PythonState>(
        state_.attr("advance")(codes[static_cast<std::size_t>(number)]));
  }

  nb::object state_;
  nb::tuple moves_;
  nb::tuple events_;
  int to_move_ = 0;
  int score_ = 0;
  std::optional<Outcome> outcome_;
};

template <>
nb::object PythonEvaluator<ErasedGame>::to_python(const ErasedGame& position) {
  return static_cast<const PythonState&>(*position.state()).state();
}

void bind_erased_game(nb::module_& module) {
  nb::class_<ErasedGame>(module, "PythonGame")
      .def(
          "__init__",
          [](ErasedGame* self, nb::object state) {
            new (self) ErasedGame(std::make_shared<PythonState>(std::move(state)));
          },
          nb::arg("state"));
  bind_searches<ErasedGame>(module, "PythonGame");
}

}  // namespace tesuji::bindings
