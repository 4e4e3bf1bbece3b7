// The reduced picture that networks see: pipeline/networks/proxy.ts.
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

// Red, green and blue of so many pixels, added up; the fourth number does not count. Reads up to 15 bytes beyond the last pixel.
static inline v128_t sumOfPixels(const u8 *rgb, i32 count) {
  static const u32 masks[4] = {0, 0xff, 0xffff, 0xffffff};
  const v128_t byColour = wasm_i8x16_make(0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11, -1, -1, -1, -1);
  v128_t sum = wasm_i32x4_splat(0);
  for (; count > 0; count -= 4, rgb += 12) {
    v128_t apart = wasm_i8x16_swizzle(wasm_v128_load(rgb), byColour);
    if (count < 4) apart = wasm_v128_and(apart, wasm_i32x4_splat(masks[count]));
    sum = wasm_i32x4_add(sum, wasm_i32x4_extadd_pairwise_i16x8(wasm_u16x8_extadd_pairwise_u8x16(apart)));
  }
  return sum;
}

// Sums of red and green, and of blue.
typedef struct {
  v128_t redGreen, blue;
} Sums;

static inline void addColour(Sums *to, v128_t colour, f32 weight) {
  const v128_t by = wasm_f64x2_splat(weight);
  const v128_t third = wasm_i32x4_shuffle(colour, colour, 2, 3, 2, 3);
  to->redGreen = wasm_f64x2_add(to->redGreen, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(colour), by));
  to->blue = wasm_f64x2_add(to->blue, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(third), by));
}

static inline v128_t pixelAt(const u8 *rgb) {
  return wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(rgb)));
}

// One row at the output width: weighted sums of its taps, of which all but the first and the last have one weight. Reads up to 15
// bytes beyond the row, writes one number beyond the last pixel.
EXPORT(reduceRow)
void reduceRow(const u8 *rgb, const i32 *first, const i32 *count, const f32 *weights, i32 stride, i32 width, f32 *into) {
  for (i32 x = 0; x < width; x++, weights += stride, into += 3) {
    const u8 *from = rgb + first[x] * 3;
    const i32 last = count[x] - 1;
    Sums sums = {wasm_f64x2_splat(0), wasm_f64x2_splat(0)};
    if (last >= 0) addColour(&sums, pixelAt(from), weights[0]);
    if (last >= 2) addColour(&sums, sumOfPixels(from + 3, last - 1), weights[1]);
    if (last >= 1) addColour(&sums, pixelAt(from + last * 3), weights[last]);
    const v128_t low = wasm_f32x4_demote_f64x2_zero(sums.redGreen);
    const v128_t high = wasm_f32x4_demote_f64x2_zero(sums.blue);
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

// A sum of a half and a row by its weight, of which each is kept in 32 bits.
static inline v128_t withRow(v128_t sum, const f32 *row, v128_t weights) {
  const v128_t promoted = wasm_f64x2_promote_low_f32x4(sum);
  return wasm_f32x4_demote_f64x2_zero(wasm_f64x2_add(promoted, wasm_f64x2_mul(pair(row), weights)));
}

// Two rows by their weights as bytes: what addRow of each and takeSum give, in one pass. In whole groups of four.
EXPORT(blendRows) void blendRows(const f32 *one, f32 weight, const f32 *other, f32 otherWeight, i32 count, u8 *into) {
  const v128_t weights = wasm_f64x2_splat(weight), otherWeights = wasm_f64x2_splat(otherWeight);
  const v128_t half = wasm_f32x4_splat(0.5f);
  for (i32 i = 0; i < count; i += 4) {
    const v128_t low = withRow(withRow(half, one + i, weights), other + i, otherWeights);
    const v128_t high = withRow(withRow(half, one + i + 2, weights), other + i + 2, otherWeights);
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(wasm_i32x4_shuffle(low, high, 0, 1, 4, 5));
    const v128_t narrow = wasm_i16x8_narrow_i32x4(whole, whole);
    wasm_v128_store32_lane(into + i, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
  }
}
