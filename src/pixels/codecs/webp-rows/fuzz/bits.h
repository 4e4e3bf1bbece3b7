/* libwebp's readers then take as many bits at a time as in WASM. What the compiler has of SSE asks for this machine's name before. */
#include <immintrin.h>
#undef __i386__
#define __wasm__
