// Planes of bytes: reduced for a network (pipeline/plane/layer.ts), counted (pipeline/plane/plane.ts), and where a matte is
// unknown (pipeline/refine/softness.ts, pipeline/refine/band.ts).
#include "kernels.h"

// Four rows at the output's width.
static void narrowFour(const u8 *rows, i32 width, const i32 *first, const i32 *count, const f32 *weights, i32 stride, i32 widthOut,
                       f32 *into) {
  for (i32 x = 0; x < widthOut; x++, weights += stride, into++) {
    const u8 *from = rows + first[x];
    v128_t upper = wasm_f64x2_splat(0), lower = upper;
    for (i32 tap = 0; tap < count[x]; tap++, from++) {
      const v128_t share = wasm_f64x2_splat(weights[tap]);
      const v128_t four = wasm_i32x4_make(from[0], from[width], from[2 * width], from[3 * width]);
      const v128_t third = wasm_i32x4_shuffle(four, four, 2, 3, 2, 3);
      upper = wasm_f64x2_add(upper, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(four), share));
      lower = wasm_f64x2_add(lower, wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(third), share));
    }
    into[0] = (f32)wasm_f64x2_extract_lane(upper, 0);
    into[widthOut] = (f32)wasm_f64x2_extract_lane(upper, 1);
    into[2 * widthOut] = (f32)wasm_f64x2_extract_lane(lower, 0);
    into[3 * widthOut] = (f32)wasm_f64x2_extract_lane(lower, 1);
  }
}

// A plane at another size by its taps (pipeline/plane/taps.ts), those of rows counted from the first row that is given.
// `narrowed`: room for `height` rows of the output's width. Reads up to 3 numbers and writes up to 3 bytes beyond.
EXPORT(reducePlane)
void reducePlane(const u8 *rows, i32 width, i32 height, const i32 *first, const i32 *count, const f32 *weights,
                 i32 stride, i32 widthOut, const i32 *firstRow, const i32 *rowCount, const f32 *rowWeights,
                 i32 rowStride, i32 heightOut, f32 *narrowed, u8 *into) {
  i32 y = 0;
  for (; y + 4 <= height; y += 4) narrowFour(rows + y * width, width, first, count, weights, stride, widthOut, narrowed + y * widthOut);
  for (; y < height; y++) {
    f32 *to = narrowed + y * widthOut;
    for (i32 x = 0; x < widthOut; x++) {
      const u8 *from = rows + y * width + first[x];
      const f32 *weight = weights + x * stride;
      f64 sum = 0;
      for (i32 tap = 0; tap < count[x]; tap++) sum += from[tap] * (f64)weight[tap];
      to[x] = (f32)sum;
    }
  }
  for (y = 0; y < heightOut; y++, into += widthOut) {
    const f32 *from = narrowed + firstRow[y] * widthOut;
    const f32 *weight = rowWeights + y * rowStride;
    for (i32 x = 0; x < widthOut; x += 4) {
      v128_t low = wasm_f64x2_splat(0.5);
      v128_t high = low;
      for (i32 tap = 0; tap < rowCount[y]; tap++) {
        const v128_t share = wasm_f64x2_splat(weight[tap]);
        const f32 *at = from + tap * widthOut + x;
        low = wasm_f64x2_add(low, wasm_f64x2_mul(pair(at), share));
        high = wasm_f64x2_add(high, wasm_f64x2_mul(pair(at + 2), share));
      }
      const v128_t lower = wasm_i32x4_trunc_sat_f64x2_zero(low);
      const v128_t upper = wasm_i32x4_trunc_sat_f64x2_zero(high);
      const v128_t narrow = wasm_i16x8_narrow_i32x4(wasm_i32x4_shuffle(lower, upper, 0, 1, 4, 5), lower);
      wasm_v128_store32_lane(into + x, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
    }
  }
}

// How many bytes are `low` to `high`. Reads up to 15 bytes beyond the last one.
EXPORT(countBetween) i32 countBetween(const u8 *values, i32 length, i32 low, i32 high) {
  const v128_t least = wasm_u8x16_splat(low), most = wasm_u8x16_splat(high);
  i32 found = 0;
  for (i32 at = 0; at < length; at += 16) {
    const v128_t sixteen = wasm_v128_load(values + at);
    const v128_t between = wasm_v128_and(wasm_u8x16_ge(sixteen, least), wasm_u8x16_le(sixteen, most));
    const u32 bits = wasm_i8x16_bitmask(between);
    found += __builtin_popcount(length - at < 16 ? bits & ((1u << (length - at)) - 1) : bits);
  }
  return found;
}

// What `table` says of how many pixels of the window around each one, `reach` to each side, are above `low` and below
// `high`; none are beyond the border. `columns`: room for a row. The window must hold less than 256 rows.
EXPORT(countAround)
void countAround(const u8 *values, i32 width, i32 height, i32 low, i32 high, i32 reach, const u8 *table, u8 *columns,
                 u8 *into) {
  __builtin_memset(columns, 0, width);
  for (i32 line = -reach; line < height; line++) {
    const u8 *enters = values + (line + reach) * width;
    const u8 *leaves = values + (line - reach - 1) * width;
    if (line + reach < height)
      for (i32 x = 0; x < width; x++) columns[x] += enters[x] > low && enters[x] < high;
    if (line - reach - 1 >= 0)
      for (i32 x = 0; x < width; x++) columns[x] -= leaves[x] > low && leaves[x] < high;
    if (line < 0) continue;
    i32 sum = 0;
    for (i32 x = 0; x < reach && x < width; x++) sum += columns[x];
    for (i32 x = 0; x < width; x++) {
      if (x + reach < width) sum += columns[x + reach];
      if (x > reach) sum -= columns[x - reach - 1];
      *into++ = table[sum];
    }
  }
}

// Two neighbouring rows of a plane; at the border the same row twice.
typedef struct {
  const u8 *above, *below;
} Rows;

// The greatest softness of four pixels, or 0 where all of them are surely the same.
static u8 softCorner(Rows alpha, Rows softness, i32 left, i32 right, u8 low, u8 high) {
  const u8 a[4] = {alpha.above[left], alpha.above[right], alpha.below[left], alpha.below[right]};
  const u8 s[4] = {softness.above[left], softness.above[right], softness.below[left], softness.below[right]};
  u8 least = 255, most = 0, softest = 0;
  for (i32 i = 0; i < 4; i++) {
    if (a[i] < least) least = a[i];
    if (a[i] > most) most = a[i];
    if (s[i] > softest) softest = s[i];
  }
  return most <= low || least >= high ? 0 : softest;
}

// Of the four pixels around each of sixteen corners.
static v128_t greatestOf(Rows rows, i32 x) {
  const v128_t above = wasm_u8x16_max(wasm_v128_load(rows.above + x - 1), wasm_v128_load(rows.above + x));
  return wasm_u8x16_max(above, wasm_u8x16_max(wasm_v128_load(rows.below + x - 1), wasm_v128_load(rows.below + x)));
}

static v128_t leastOf(Rows rows, i32 x) {
  const v128_t above = wasm_u8x16_min(wasm_v128_load(rows.above + x - 1), wasm_v128_load(rows.above + x));
  return wasm_u8x16_min(above, wasm_u8x16_min(wasm_v128_load(rows.below + x - 1), wasm_v128_load(rows.below + x)));
}

// The greatest softness of the four pixels around each corner of the plane's pixels, those at its border and outside it
// too; 0 where all four are background, up to `low`, or subject, from `high` on. How many corners are above 0.
EXPORT(softCorners)
i32 softCorners(const u8 *alpha, const u8 *softness, i32 width, i32 height, u8 low, u8 high, u8 *into) {
  const v128_t lows = wasm_u8x16_splat(low), highs = wasm_u8x16_splat(high);
  u8 *at = into;
  for (i32 y = 0; y <= height; y++) {
    const i32 above = (y > 0 ? y - 1 : 0) * width, below = (y < height ? y : height - 1) * width;
    const Rows a = {alpha + above, alpha + below}, s = {softness + above, softness + below};
    *at++ = softCorner(a, s, 0, 0, low, high);
    i32 x = 1;
    for (; x + 16 <= width; x += 16, at += 16) {
      const v128_t background = wasm_u8x16_le(greatestOf(a, x), lows);
      const v128_t subject = wasm_u8x16_ge(leastOf(a, x), highs);
      wasm_v128_store(at, wasm_v128_andnot(greatestOf(s, x), wasm_v128_or(background, subject)));
    }
    for (; x < width; x++) *at++ = softCorner(a, s, x - 1, x, low, high);
    *at++ = softCorner(a, s, width - 1, width - 1, low, high);
  }
  return countBetween(into, (i32)(at - into), 1, 255);
}
