// Scaling down by area: pipeline/output/framed-rows.ts.
#include "kernels.h"

// Adds rows by their shares, one after the other: of RGBA alpha, and colours times alpha; of grey the values.
EXPORT(addShares)
void addShares(f64 *sums, const u8 *rows, i32 width, i32 channels, const f64 *shares, i32 count) {
  for (i32 row = 0; row < count; row++, rows += width * channels) {
    const f64 share = shares[row];
    if (channels == 1) {
      for (i32 x = 0; x < width; x++) sums[x] += rows[x] * share;
      continue;
    }
    for (i32 at = 0; at < width * 4; at += 4) {
      const u8 opacity = rows[at + 3];
      if (opacity == 0) continue;
      const v128_t alpha = wasm_f64x2_splat(opacity * share);
      const v128_t bytes = wasm_v128_load32_zero(rows + at);
      const v128_t numbers = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(bytes));
      const v128_t blueAndOne = wasm_i32x4_replace_lane(wasm_i32x4_shuffle(numbers, numbers, 2, 2, 2, 2), 1, 1);
      const v128_t redGreen = wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(numbers), alpha);
      const v128_t blueAlpha = wasm_f64x2_mul(wasm_f64x2_convert_low_i32x4(blueAndOne), alpha);
      wasm_v128_store(sums + at, wasm_f64x2_add(wasm_v128_load(sums + at), redGreen));
      wasm_v128_store(sums + at + 2, wasm_f64x2_add(wasm_v128_load(sums + at + 2), blueAlpha));
    }
  }
}

// Means of sums over pixels that are `across` wide, from `left` on, as straight colours. `into` holds zeros before.
EXPORT(takeMeans)
void takeMeans(const f64 *sums, i32 sourceWidth, i32 channels, f64 left, f64 across, i32 width, u8 *into) {
  for (i32 x = 0; x < width; x++, into += channels) {
    const f64 from = left + x * across, to = left + (x + 1) * across;
    const f64 end = __builtin_ceil(to);
    const i32 last = end < sourceWidth ? (i32)end : sourceWidth;
    v128_t redGreen = wasm_f64x2_splat(0), blueAlpha = redGreen;
    f64 grey = 0;
    for (i32 seen = from > 0 ? (i32)from : 0; seen < last; seen++) {
      const f64 share = ((to < seen + 1 ? to : seen + 1) - (from > seen ? from : seen)) / across;
      if (channels == 1) {
        grey += sums[seen] * share;
        continue;
      }
      const v128_t by = wasm_f64x2_splat(share);
      redGreen = wasm_f64x2_add(redGreen, wasm_f64x2_mul(wasm_v128_load(sums + seen * 4), by));
      blueAlpha = wasm_f64x2_add(blueAlpha, wasm_f64x2_mul(wasm_v128_load(sums + seen * 4 + 2), by));
    }
    const f64 opacity = channels == 1 ? grey : wasm_f64x2_extract_lane(blueAlpha, 1);
    const u8 alpha = cut(opacity + 0.5);
    into[channels - 1] = alpha;
    if (channels == 1 || alpha == 0) continue;
    into[0] = cut(wasm_f64x2_extract_lane(redGreen, 0) / opacity + 0.5);
    into[1] = cut(wasm_f64x2_extract_lane(redGreen, 1) / opacity + 0.5);
    into[2] = cut(wasm_f64x2_extract_lane(blueAlpha, 0) / opacity + 0.5);
  }
}
