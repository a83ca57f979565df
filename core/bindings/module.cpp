// The module tesuji._core: all games, and notation errors as Python exceptions.
#include "game_binding.hpp"
#include "learned_binding.hpp"
#include "searches.hpp"
#include "solve_binding.hpp"
#include "tesuji/base/text.hpp"

namespace tesuji::bindings {

// Raises TextError(message, column); the Python package turns it into NotationError with the whole
// text.
void bind_text_error(nb::module_& module) {
  PyObject* type = PyErr_NewException("tesuji._core.TextError", PyExc_ValueError, nullptr);
  if (type == nullptr) nb::raise_python_error();
  module.attr("TextError") = nb::steal(type);
  nb::register_exception_translator(
      [](const std::exception_ptr& thrown, void* payload) {
        try {
          std::rethrow_exception(thrown);
        } catch (const NotationError& error) {
          const nb::tuple arguments = nb::make_tuple(error.what(), error.column());
          PyErr_SetObject(static_cast<PyObject*>(payload), arguments.ptr());
        }
      },
      type);
}

}  // namespace tesuji::bindings

NB_MODULE(_core, module) {
  using namespace tesuji::bindings;
  // Python's garbage collector cannot see a Python function that a search holds, so some may be
  // left at exit, which is harmless.
  nb::set_leak_warnings(false);
  module.doc() = "The compiled core. Use the package tesuji, not this module.";
  module.def(
      "build", [] { return std::string(TESUJI_ARCH ", compiler " __VERSION__); },
      "What the core was compiled for, and by what.");
  module.def("search_options", &search_options,
             nb::sig("def search_options() -> dict[str, tuple[typing.Any, ...]]"),
             "The declared options of every search, and the weights of every game.");
  bind_text_error(module);
  bind_avalam(module);
  bind_colosseum(module);
  bind_ewn(module);
  bind_pentago(module);
  bind_avalam_searches(module);
  bind_colosseum_searches(module);
  bind_ewn_searches(module);
  bind_pentago_searches(module);
  bind_erased_game(module);
  bind_learned(module);
  bind_avalam_solver(module);
  bind_colosseum_solvers(module);
  bind_ewn_solvers(module);
  bind_ewn_tables(module);
  bind_pentago_solvers(module);
  bind_erased_solver(module);
}
