/* libjpeg-turbo's vector code is written for Arm; SIMDe says it in WASM SIMD. */
#pragma once
/* The compiler has no numbers of 16 bits with a point for WASM. */
#define SIMDE_FLOAT16_API 1
#define SIMDE_ARM_NEON_A32V7_ENABLE_NATIVE_ALIASES
#define SIMDE_ARM_NEON_A64V8_ENABLE_NATIVE_ALIASES
#include <simde/arm/neon.h>
