// tesuji._core.EwnTableBuilder: the endgame tables of ewn in files
#include <nanobind/stl/string.h>

#include "solve_binding.hpp"
#include "tesuji/solve/ewn_tables_make.hpp"

namespace tesuji::bindings {

namespace {

using namespace solve::ewn_tables;

// Raises tesuji.errors.TableError.
void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const TableFileError& error) {
    const nb::object kind = nb::module_::import_("tesuji.errors").attr("TableError");
    const nb::object raised =
        kind(error.what(), nb::arg("path") = error.path(), nb::arg("problem") = error.problem());
    PyErr_SetObject(kind.ptr(), raised.ptr());
  }
}

struct Builder {
  Running running;
  std::atomic<int> done{0};
  std::atomic<int> total{0};

  bool write(const std::string& folder, int stones, int threads) {
    return running.run([&](StopToken& stop, tesuji::Progress&) {
      return write_tables(folder, stones, threads, stop, [this](int finished, int all) {
        done = finished;
        total = all;
      });
    });
  }
  // Reads all values; false if some of the files are missing.
  bool check(const std::string& folder, int stones) {
    return running.run([&](StopToken&, tesuji::Progress&) {
      Tables tables;
      for (int count = 2; count <= stones; ++count) {
        if (!add_files(tables, folder, count)) return false;
      }
      tables.check();
      return true;
    });
  }
};

}  // namespace

void bind_ewn_tables(nb::module_& module) {
  nb::register_exception_translator(translate);
  module.def("ewn_tables_folder", &default_folder,
             "The folder in which the solver of ewn looks for tables; empty if there is none.");
  nb::class_<Builder>(module, "EwnTableBuilder")
      .def(nb::init<>())
      .def("write", &Builder::write, nb::arg("folder"), nb::arg("stones"), nb::arg("threads"),
           "Writes the tables that are missing or damaged; False if it was stopped.")
      .def("check", &Builder::check, nb::arg("folder"), nb::arg("stones"),
           "Reads all values and raises TableError if a file is damaged; False if one is missing.")
      .def(
          "progress",
          [](const Builder& self) { return nb::make_tuple(self.done.load(), self.total.load()); },
          nb::sig("def progress(self) -> tuple[int, int]"))
      .def("stop", [](Builder& self) { self.running.stop(); });
}

}  // namespace tesuji::bindings
