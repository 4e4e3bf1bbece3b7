// The reduced picture that networks see: pipeline/proxy.ts.
#include "kernels.h"

// RGBA over mid-grey, as RGB. Writes up to 4 bytes beyond the last pixel.
EXPORT(overGrey) void overGrey(const u8 *rgba, i32 pixels, u8 *rgb) {
  const v128_t alphas = wasm_i32x4_splat((int)0xff000000);
  i32 at = 0;
  for (; at < pixels; rgba += 4, rgb += 3, at++) {
    for (; at + 4 <= pixels; at += 4, rgba += 16, rgb += 12) {
      const v128_t four = wasm_v128_load(rgba);
      if (!wasm_i32x4_all_true(wasm_i32x4_eq(wasm_v128_and(four, alphas), alphas))) break;
      wasm_v128_store(rgb, wasm_i8x16_shuffle(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 0, 0, 0, 0));
    }
    if (at >= pixels) return;
    const u32 alpha = rgba[3];
    const u32 rest = (255 - alpha) * 128 + 127;
    for (i32 i = 0; i < 3; i++) rgb[i] = (rgba[i] * alpha + rest) / 255;
  }
}

// One row at the output width: weighted sums of its taps. Writes one number beyond the last pixel.
EXPORT(reduceRow)
void reduceRow(const u8 *rgb, const i32 *first, const i32 *count, const f32 *weights, i32 stride, i32 width, f32 *into) {
  for (i32 x = 0; x < width; x++, weights += stride, into += 3) {
    const u8 *from = rgb + first[x] * 3;
    v128_t redGreen = wasm_f64x2_splat(0);
    v128_t blue = wasm_f64x2_splat(0);
    for (i32 tap = 0; tap < count[x]; tap++, from += 3) {
      const v128_t weight = wasm_f64x2_splat(weights[tap]);
      const v128_t pixel = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(from)));
      const v128_t third = wasm_i32x4_shuffle(pixel, pixel, 2, 3, 2, 3);
      redGreen = wasm_f64x2_add(redGreen, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(pixel), weight));
      blue = wasm_f64x2_add(blue, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(third), weight));
    }
    const v128_t low = wasm_f32x4_demote_f64x2_zero(redGreen);
    const v128_t high = wasm_f32x4_demote_f64x2_zero(blue);
    wasm_v128_store(into, wasm_i32x4_shuffle(low, high, 0, 1, 4, 5));
  }
}

// Adds a row by its weight. Works on whole groups of four numbers.
EXPORT(addRow) void addRow(f32 *sum, const f32 *row, f32 weight, i32 count) {
  const v128_t weights = wasm_f64x2_splat(weight);
  for (i32 i = 0; i < count; i += 4) {
    const v128_t low = wasm_f64x2_add(pair(sum + i), wasm_f64x2_mul(pair(row + i), weights));
    const v128_t high = wasm_f64x2_add(pair(sum + i + 2), wasm_f64x2_mul(pair(row + i + 2), weights));
    const v128_t lower = wasm_f32x4_demote_f64x2_zero(low);
    const v128_t upper = wasm_f32x4_demote_f64x2_zero(high);
    wasm_v128_store(sum + i, wasm_i32x4_shuffle(lower, upper, 0, 1, 4, 5));
  }
}

// Moves a sum out as bytes, cut, and begins the next one with a half, so that cutting rounds. In whole groups of four.
EXPORT(takeSum) void takeSum(f32 *sum, i32 count, u8 *into) {
  for (i32 i = 0; i < count; i += 4) {
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(wasm_v128_load(sum + i));
    const v128_t narrow = wasm_i16x8_narrow_i32x4(whole, whole);
    wasm_v128_store32_lane(into + i, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
    wasm_v128_store(sum + i, wasm_f32x4_splat(0.5f));
  }
}
