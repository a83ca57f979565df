# Chooses the instruction set. Sets TESUJI_ARCH_FLAGS, TESUJI_ARCH_NAME and TESUJI_ARCH_LEVEL.
# x86-64-v3 (AVX2, BMI2) where the building machine has it, else v2 (baseline x86-64 has not
# even popcnt), plain code on other processors.
include(CheckCSourceRuns)

set(TESUJI_ARCH_FLAGS "")
set(TESUJI_ARCH_LEVEL 1)
set(TESUJI_ARCH_NAME generic)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND NOT TESUJI_ARCH STREQUAL "generic")
  if(TESUJI_ARCH STREQUAL "")
    check_c_source_runs("
      int main(void) {
        __builtin_cpu_init();
        return !(__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"bmi\") &&
                 __builtin_cpu_supports(\"bmi2\") && __builtin_cpu_supports(\"fma\"));
      }" TESUJI_HAS_V3)
  endif()
  if(TESUJI_ARCH STREQUAL "x86-64-v3" OR (TESUJI_ARCH STREQUAL "" AND TESUJI_HAS_V3))
    set(TESUJI_ARCH_LEVEL 3)
  elseif(TESUJI_ARCH STREQUAL "x86-64-v2" OR TESUJI_ARCH STREQUAL "")
    set(TESUJI_ARCH_LEVEL 2)
  else()
    message(FATAL_ERROR "TESUJI_ARCH is '${TESUJI_ARCH}'; use x86-64-v3, x86-64-v2 or generic")
  endif()
  set(TESUJI_ARCH_NAME "x86-64-v${TESUJI_ARCH_LEVEL}")
  set(TESUJI_ARCH_FLAGS "-march=${TESUJI_ARCH_NAME}")
endif()
message(STATUS "tesuji: building for ${TESUJI_ARCH_NAME}")
