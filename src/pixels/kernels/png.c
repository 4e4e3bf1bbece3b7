// PNG row filters and the checksum of zlib streams: pipeline/png.
#include "kernels.h"

// Each byte less the one above.
EXPORT(filterUp) void filterUp(const u8 *row, const u8 *above, i32 bytes, u8 *into) {
  for (i32 i = 0; i < bytes; i++) into[i] = row[i] - above[i];
}

static inline u8 paeth(u8 a, u8 b, u8 c) {
  const i32 upStep = b - c, leftStep = a - c;
  const i32 ofLeft = upStep < 0 ? -upStep : upStep;
  const i32 ofUp = leftStep < 0 ? -leftStep : leftStep;
  const i32 both = upStep + leftStep;
  const i32 ofCorner = both < 0 ? -both : both;
  return ofLeft <= ofUp && ofLeft <= ofCorner ? a : ofUp <= ofCorner ? b : c;
}

// Each byte less what is nearest to the linear prediction of left, above and corner; left of the row all is zero.
EXPORT(filterPaeth) void filterPaeth(const u8 *row, const u8 *above, i32 bytes, i32 pixelBytes, u8 *into) {
  i32 i = 0;
  for (; i < pixelBytes && i < bytes; i++) into[i] = row[i] - paeth(0, above[i], 0);
  for (; i + 16 <= bytes; i += 16) {
    const v128_t a = wasm_v128_load(row + i - pixelBytes);
    const v128_t b = wasm_v128_load(above + i);
    const v128_t c = wasm_v128_load(above + i - pixelBytes);
    const v128_t value = wasm_v128_load(row + i);
    const v128_t ofLeft = wasm_v128_or(wasm_u8x16_sub_sat(b, c), wasm_u8x16_sub_sat(c, b));
    const v128_t ofUp = wasm_v128_or(wasm_u8x16_sub_sat(a, c), wasm_u8x16_sub_sat(c, a));
    // Steps to the same side add up, and are then no nearer than either; steps to either side cancel out.
    const v128_t sameSide = wasm_i8x16_eq(wasm_u8x16_ge(b, c), wasm_u8x16_ge(a, c));
    const v128_t apart = wasm_v128_or(wasm_u8x16_sub_sat(ofLeft, ofUp), wasm_u8x16_sub_sat(ofUp, ofLeft));
    const v128_t ofCorner = wasm_v128_bitselect(wasm_u8x16_add_sat(ofLeft, ofUp), apart, sameSide);
    const v128_t isLeft = wasm_v128_and(wasm_u8x16_le(ofLeft, ofUp), wasm_u8x16_le(ofLeft, ofCorner));
    const v128_t upOrCorner = wasm_v128_bitselect(b, c, wasm_u8x16_le(ofUp, ofCorner));
    wasm_v128_store(into + i, wasm_i8x16_sub(value, wasm_v128_bitselect(a, upOrCorner, isLeft)));
  }
  for (; i < bytes; i++) into[i] = row[i] - paeth(row[i - pixelBytes], above[i], above[i - pixelBytes]);
}

// RFC 1950 section 8.2. @param sums both sums, the second in the upper half @returns both sums
EXPORT(adler32) u32 adler32(u32 sums, const u8 *bytes, i32 count) {
  const u32 base = 65521;
  u32 a = sums & 0xffff;
  u32 b = sums >> 16;
  const v128_t zero = wasm_i32x4_splat(0);
  const v128_t firstWeights = wasm_i16x8_make(16, 15, 14, 13, 12, 11, 10, 9);
  const v128_t lastWeights = wasm_i16x8_make(8, 7, 6, 5, 4, 3, 2, 1);
  while (count > 0) {
    // So many that the second sum stays within 32 bits.
    i32 block = count < 5552 ? count : 5552;
    count -= block;
    v128_t sum = zero, weighted = zero, before = zero;
    const i32 vectors = block >> 4;
    b += a * (u32)(vectors << 4);
    for (i32 i = 0; i < vectors; i++, bytes += 16) {
      const v128_t value = wasm_v128_load(bytes);
      const v128_t low = wasm_u16x8_extend_low_u8x16(value);
      const v128_t high = wasm_u16x8_extend_high_u8x16(value);
      before = wasm_i32x4_add(before, sum);
      sum = wasm_i32x4_add(sum, wasm_u32x4_extadd_pairwise_u16x8(wasm_i16x8_add(low, high)));
      weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(low, firstWeights));
      weighted = wasm_i32x4_add(weighted, wasm_i32x4_dot_i16x8(high, lastWeights));
    }
    weighted = wasm_i32x4_add(weighted, wasm_i32x4_shl(before, 4));
    for (i32 lane = 0; lane < 4; lane++) {
      a += ((const u32 *)&sum)[lane];
      b += ((const u32 *)&weighted)[lane];
    }
    for (i32 i = vectors << 4; i < block; i++) {
      a += *bytes++;
      b += a;
    }
    a %= base;
    b %= base;
  }
  return b << 16 | a;
}
