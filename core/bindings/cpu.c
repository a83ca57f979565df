/* tesuji._cpu: whether this processor can run tesuji._core. Plain C for the plainest processor:
   it is imported first, before any instruction of the core. */
#include <Python.h>

static int supported(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
#if TESUJI_ARCH_LEVEL >= 2
  if (!(__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2"))) return 0;
#endif
#if TESUJI_ARCH_LEVEL >= 3
  if (!(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma"))) {
    return 0;
  }
#endif
#endif
  return 1;
}

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "_cpu", .m_size = -1};

PyMODINIT_FUNC PyInit__cpu(void) {
  PyObject* module = PyModule_Create(&definition);
  if (module == NULL) return NULL;
  if (PyModule_AddIntConstant(module, "level", TESUJI_ARCH_LEVEL) < 0 ||
      PyModule_AddObjectRef(module, "supported", supported() ? Py_True : Py_False) < 0) {
    Py_DECREF(module);
    return NULL;
  }
  return module;
}
