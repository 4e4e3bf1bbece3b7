/* What libwebp names of SSE, made of WASM's vectors by SIMDe. */
#pragma once
/* The compiler has no numbers of 16 bits with a point for WASM. */
#define SIMDE_FLOAT16_API 1
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse2.h>
