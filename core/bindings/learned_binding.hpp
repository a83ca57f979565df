// Learned evaluations in Python: Avalam.Patterns.
#pragma once

#include <nanobind/nanobind.h>

namespace tesuji::bindings {

void bind_learned(nanobind::module_& module);

}  // namespace tesuji::bindings
