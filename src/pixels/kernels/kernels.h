// What all kernels share: short names of types, and rounding as JavaScript's typed arrays do it.
#pragma once
#include <stdint.h>
#include <wasm_simd128.h>

#define EXPORT(name) __attribute__((export_name(#name)))

typedef uint8_t u8;
typedef uint16_t u16;
typedef int32_t i32;
typedef uint32_t u32;
typedef float f32;
typedef double f64;

static inline f64 within(f64 value, f64 low, f64 high) {
  return value < low ? low : value > high ? high : value;
}

// Where a sample of a row of `size` is among `sourceSize`: as in pipeline/plane/taps.ts.
static inline f64 sourcePosition(i32 at, i32 size, i32 sourceSize) {
  return within((at + 0.5) * sourceSize / size - 0.5, 0, sourceSize - 1);
}

// Cut to a whole number, for values of 0 to below 256.
static inline u8 cut(f64 value) { return (u8)(i32)value; }

// The first two numbers of each, as two of 64 bits.
static inline v128_t pair(const f32 *at) { return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(at)); }
