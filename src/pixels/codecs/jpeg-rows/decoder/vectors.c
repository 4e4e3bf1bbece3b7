/*
 * What decoding takes most of its time for, written for the vectors of WASM: the accurate inverse DCT, and YCbCr to RGB. The sums
 * are those of libjpeg-turbo's code for Arm, bit by bit, in their places and under their names. That works on half vectors and with
 * products that WASM does not have.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jsimd.h"
#include "jdct.h"
#include "jsimddct.h"
#include "../jsimd.h"

#include <simde/wasm/simd128.h>
#include <stdint.h>

typedef simde_v128_t vector;

/* Numbers of 16 bits of two vectors in turns. */
#define LOW(one, other) simde_wasm_i16x8_shuffle(one, other, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH(one, other) simde_wasm_i16x8_shuffle(one, other, 4, 12, 5, 13, 6, 14, 7, 15)

/* Two vectors of 32 bits, for eight lanes. */
typedef struct {
  vector low, high;
} wide;

static inline wide sum(wide one, wide other) {
  return (wide){simde_wasm_i32x4_add(one.low, other.low), simde_wasm_i32x4_add(one.high, other.high)};
}

static inline wide difference(wide one, wide other) {
  return (wide){simde_wasm_i32x4_sub(one.low, other.low), simde_wasm_i32x4_sub(one.high, other.high)};
}

/* Two vectors of 16 bits in turns, for sums of their products. */
static inline wide paired(vector one, vector other) { return (wide){LOW(one, other), HIGH(one, other)}; }

static inline wide products(wide pairs, int16_t of_one, int16_t of_other) {
  const vector factors = simde_wasm_i16x8_make(of_one, of_other, of_one, of_other, of_one, of_other, of_one, of_other);
  return (wide){simde_wasm_i32x4_dot_i16x8(pairs.low, factors), simde_wasm_i32x4_dot_i16x8(pairs.high, factors)};
}

/* Numbers of 16 bits times 2^13, with what rounds them later. */
static inline wide scaled(vector numbers, int32_t rounding) {
  const vector added = simde_wasm_i32x4_splat(rounding);
  const vector low = simde_wasm_i32x4_shl(simde_wasm_i32x4_extend_low_i16x8(numbers), 13);
  const vector high = simde_wasm_i32x4_shl(simde_wasm_i32x4_extend_high_i16x8(numbers), 13);
  return (wide){simde_wasm_i32x4_add(low, added), simde_wasm_i32x4_add(high, added)};
}

/* Bits from `from` on, 16 of them. */
static inline vector bits_from(wide numbers, int from) {
  const vector low = simde_wasm_i32x4_shr(simde_wasm_i32x4_shl(numbers.low, 16 - from), 16);
  const vector high = simde_wasm_i32x4_shr(simde_wasm_i32x4_shl(numbers.high, 16 - from), 16);
  return simde_wasm_i16x8_narrow_i32x4(low, high);
}

/* Factors of jidctint.c, times 2^13. */
enum {
  F_0_298 = 2446,
  F_0_390 = 3196,
  F_0_541 = 4433,
  F_0_765 = 6270,
  F_0_899 = 7373,
  F_1_175 = 9633,
  F_1_501 = 12299,
  F_1_847 = 15137,
  F_1_961 = 16069,
  F_2_053 = 16819,
  F_2_562 = 20995,
  F_3_072 = 25172,
};

/* One dimension of the transform, for the eight lanes of eight vectors. */
static inline void transform(vector v[8], int32_t rounding, int from) {
  const wide two_six = paired(v[2], v[6]);
  const wide even_2 = products(two_six, F_0_541, F_0_541 - F_1_847);
  const wide even_3 = products(two_six, F_0_541 + F_0_765, F_0_541);
  const wide even_0 = scaled(simde_wasm_i16x8_add(v[0], v[4]), rounding);
  const wide even_1 = scaled(simde_wasm_i16x8_sub(v[0], v[4]), rounding);
  const wide evens[4] = {sum(even_0, even_3), sum(even_1, even_2), difference(even_1, even_2), difference(even_0, even_3)};

  const wide sums = paired(simde_wasm_i16x8_add(v[7], v[3]), simde_wasm_i16x8_add(v[5], v[1]));
  const wide z3 = products(sums, F_1_175 - F_1_961, F_1_175);
  const wide z4 = products(sums, F_1_175, F_1_175 - F_0_390);
  const wide seven_one = paired(v[7], v[1]);
  const wide five_three = paired(v[5], v[3]);
  const wide odds[4] = {
      sum(products(seven_one, -F_0_899, F_1_501 - F_0_899), z4),
      sum(products(five_three, -F_2_562, F_3_072 - F_2_562), z3),
      sum(products(five_three, F_2_053 - F_2_562, -F_2_562), z4),
      sum(products(seven_one, F_0_298 - F_0_899, -F_0_899), z3),
  };
  for (int i = 0; i < 4; i++) {
    v[i] = bits_from(sum(evens[i], odds[i]), from);
    v[7 - i] = bits_from(difference(evens[i], odds[i]), from);
  }
}

static inline void transpose(vector v[8]) {
  vector a[8], b[8];
  for (int i = 0; i < 4; i++) {
    a[2 * i] = LOW(v[i], v[i + 4]);
    a[2 * i + 1] = HIGH(v[i], v[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    b[2 * i] = LOW(a[i], a[i + 4]);
    b[2 * i + 1] = HIGH(a[i], a[i + 4]);
  }
  for (int i = 0; i < 4; i++) {
    v[2 * i] = LOW(b[i], b[i + 4]);
    v[2 * i + 1] = HIGH(b[i], b[i + 4]);
  }
}

/* Columns of a block as bytes around 128, and its rows where they belong. */
static inline void store_rows(const vector columns[8], JSAMPARRAY rows, JDIMENSION column) {
  vector bytes[4];
  for (int i = 0; i < 4; i++) {
    vector halves[2];
    for (int j = 0; j < 2; j++) {
      const vector rounded = simde_wasm_i16x8_add_sat(columns[i + 4 * j], simde_wasm_i16x8_splat(2));
      halves[j] = simde_wasm_i16x8_shr(rounded, 2);
    }
    bytes[i] = simde_wasm_v128_xor(simde_wasm_i8x16_narrow_i16x8(halves[0], halves[1]), simde_wasm_i8x16_splat(-128));
  }
#define LOW_BYTES(one, other) \
  simde_wasm_i8x16_shuffle(one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_BYTES(one, other) \
  simde_wasm_i8x16_shuffle(one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
  const vector left_01 = LOW_BYTES(bytes[0], bytes[1]), left_23 = LOW_BYTES(bytes[2], bytes[3]);
  const vector right_01 = HIGH_BYTES(bytes[0], bytes[1]), right_23 = HIGH_BYTES(bytes[2], bytes[3]);
  const vector lefts[2] = {LOW(left_01, left_23), HIGH(left_01, left_23)};
  const vector rights[2] = {LOW(right_01, right_23), HIGH(right_01, right_23)};
  for (int half = 0; half < 2; half++) {
    const vector first = simde_wasm_i32x4_shuffle(lefts[half], rights[half], 0, 4, 1, 5);
    const vector second = simde_wasm_i32x4_shuffle(lefts[half], rights[half], 2, 6, 3, 7);
    simde_wasm_v128_store64_lane(rows[4 * half] + column, first, 0);
    simde_wasm_v128_store64_lane(rows[4 * half + 1] + column, first, 1);
    simde_wasm_v128_store64_lane(rows[4 * half + 2] + column, second, 0);
    simde_wasm_v128_store64_lane(rows[4 * half + 3] + column, second, 1);
  }
}

/* As jpeg_idct_islow in jidctint.c. */
void jsimd_idct_islow_neon(void *dct_table, JCOEFPTR coefficients, JSAMPARRAY rows, JDIMENSION column) {
  const int16_t *factors = dct_table;
  vector v[8];
  for (int i = 0; i < 8; i++) v[i] = simde_wasm_v128_load(coefficients + 8 * i);
  vector others = simde_wasm_v128_and(v[0], simde_wasm_i16x8_make(0, -1, -1, -1, -1, -1, -1, -1));
  for (int i = 1; i < 8; i++) others = simde_wasm_v128_or(others, v[i]);
  if (!simde_wasm_v128_any_true(others)) {
    /* One colour. */
    const int16_t mean = (int16_t)((uint16_t)coefficients[0] * (uint16_t)factors[0] * 4u);
    const int32_t rounded = ((mean >> 3) + 2) >> 2;
    const int byte = (rounded < -128 ? -128 : rounded > 127 ? 127 : rounded) + 128;
    for (int i = 0; i < 8; i++) memset(rows[i] + column, byte, 8);
    return;
  }
  for (int i = 0; i < 8; i++) v[i] = simde_wasm_i16x8_mul(v[i], simde_wasm_v128_load(factors + 8 * i));
  transform(v, 1 << 10, 11);
  transpose(v);
  transform(v, 0, 16);
  store_rows(v, rows, column);
}

/* 16 pixels: 0.344 and 0.714 times 2^15, 1.402 and 1.772 times 2^14. */
static inline void store_colours(const JSAMPLE *luma, const JSAMPLE *blue, const JSAMPLE *red, unsigned char *into) {
  const vector y = simde_wasm_v128_load(luma), cb = simde_wasm_v128_load(blue), cr = simde_wasm_v128_load(red);
  const vector middle = simde_wasm_i16x8_splat(128), half = simde_wasm_i32x4_splat(1 << 14);
  const vector greens = simde_wasm_i16x8_make(-11277, -23401, -11277, -23401, -11277, -23401, -11277, -23401);
  vector r[2], g[2], b[2];
  for (int i = 0; i < 2; i++) {
    const vector light = i == 0 ? simde_wasm_u16x8_extend_low_u8x16(y) : simde_wasm_u16x8_extend_high_u8x16(y);
    const vector u = simde_wasm_i16x8_sub(
        i == 0 ? simde_wasm_u16x8_extend_low_u8x16(cb) : simde_wasm_u16x8_extend_high_u8x16(cb), middle);
    const vector v = simde_wasm_i16x8_sub(
        i == 0 ? simde_wasm_u16x8_extend_low_u8x16(cr) : simde_wasm_u16x8_extend_high_u8x16(cr), middle);
    const vector low = simde_wasm_i32x4_shr(simde_wasm_i32x4_add(simde_wasm_i32x4_dot_i16x8(LOW(u, v), greens), half), 15);
    const vector high = simde_wasm_i32x4_shr(simde_wasm_i32x4_add(simde_wasm_i32x4_dot_i16x8(HIGH(u, v), greens), half), 15);
    const vector twice_u = simde_wasm_i16x8_shl(u, 1), twice_v = simde_wasm_i16x8_shl(v, 1);
    r[i] = simde_wasm_i16x8_add(light, simde_wasm_i16x8_q15mulr_sat(twice_v, simde_wasm_i16x8_splat(22971)));
    g[i] = simde_wasm_i16x8_add(light, simde_wasm_i16x8_narrow_i32x4(low, high));
    b[i] = simde_wasm_i16x8_add(light, simde_wasm_i16x8_q15mulr_sat(twice_u, simde_wasm_i16x8_splat(29033)));
  }
  const vector reds = simde_wasm_u8x16_narrow_i16x8(r[0], r[1]);
  const vector greens_8 = simde_wasm_u8x16_narrow_i16x8(g[0], g[1]);
  const vector blues = simde_wasm_u8x16_narrow_i16x8(b[0], b[1]);
  /* Bytes of one colour where they go to; a shuffle of two vectors takes many times as long. */
#define PLACED(colour, ...) simde_wasm_i8x16_swizzle(colour, simde_wasm_i8x16_make(__VA_ARGS__))
  const vector red_first = PLACED(reds, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1, -1, 5);
  const vector green_first = PLACED(greens_8, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1, -1);
  const vector blue_first = PLACED(blues, -1, -1, 0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1);
  const vector red_second = PLACED(reds, -1, -1, 6, -1, -1, 7, -1, -1, 8, -1, -1, 9, -1, -1, 10, -1);
  const vector green_second = PLACED(greens_8, 5, -1, -1, 6, -1, -1, 7, -1, -1, 8, -1, -1, 9, -1, -1, 10);
  const vector blue_second = PLACED(blues, -1, 5, -1, -1, 6, -1, -1, 7, -1, -1, 8, -1, -1, 9, -1, -1);
  const vector red_third = PLACED(reds, -1, 11, -1, -1, 12, -1, -1, 13, -1, -1, 14, -1, -1, 15, -1, -1);
  const vector green_third = PLACED(greens_8, -1, -1, 11, -1, -1, 12, -1, -1, 13, -1, -1, 14, -1, -1, 15, -1);
  const vector blue_third = PLACED(blues, 10, -1, -1, 11, -1, -1, 12, -1, -1, 13, -1, -1, 14, -1, -1, 15);
  simde_wasm_v128_store(into, simde_wasm_v128_or(red_first, simde_wasm_v128_or(green_first, blue_first)));
  simde_wasm_v128_store(into + 16, simde_wasm_v128_or(red_second, simde_wasm_v128_or(green_second, blue_second)));
  simde_wasm_v128_store(into + 32, simde_wasm_v128_or(red_third, simde_wasm_v128_or(green_third, blue_third)));
}

/* Rows of RGB. Reads up to 15 bytes beyond a row, for which libjpeg's memory has room. */
void jsimd_ycc_extrgb_convert_neon(JDIMENSION width, JSAMPIMAGE planes, JDIMENSION row, JSAMPARRAY rows, int count) {
  for (int i = 0; i < count; i++) {
    const JSAMPLE *y = planes[0][row + i], *cb = planes[1][row + i], *cr = planes[2][row + i];
    JDIMENSION at = 0;
    for (; at + 16 <= width; at += 16) store_colours(y + at, cb + at, cr + at, rows[i] + at * 3);
    if (at == width) continue;
    unsigned char rest[48];
    store_colours(y + at, cb + at, cr + at, rest);
    memcpy(rows[i] + at * 3, rest, (width - at) * 3);
  }
}
