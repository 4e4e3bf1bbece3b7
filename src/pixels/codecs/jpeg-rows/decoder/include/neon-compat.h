/* What libjpeg-turbo's build finds out about the compiler: SIMDe has none of the loads of several vectors that it would prefer. */
#pragma once
#define BUILTIN_CLZ(x) __builtin_clz(x)
#define BUILTIN_CLZLL(x) __builtin_clzll(x)
#define BUILTIN_BSWAP64(x) __builtin_bswap64(x)
