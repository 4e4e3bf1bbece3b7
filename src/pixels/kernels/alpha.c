// Alpha at the size of the picture: pipeline/plane/layer.ts, pipeline/edges/guided-sampler.ts, pipeline/edges/local-model.ts.
#include "kernels.h"

// One row of a plane between two of its rows, read at the width of the picture. `start` holds for each column of the
// plane, and one beyond, the first pixel that has it to its left; `blended` has room for one number more than the plane.
EXPORT(layerRow)
void layerRow(const u8 *upper, const u8 *lower, f64 down, i32 width, const i32 *start, const f32 *across, f32 *blended,
              u8 *into) {
  for (i32 x = 0; x < width; x++) {
    const f64 value = upper[x];
    blended[x] = (f32)(value + (lower[x] - value) * down);
  }
  blended[width] = blended[width - 1];
  for (i32 column = 0; column < width; column++) {
    const f64 value = blended[column];
    i32 x = start[column];
    if (blended[column + 1] == blended[column]) {
      while (column + 1 < width && blended[column + 2] == blended[column]) column++;
      __builtin_memset(into + x, cut(value + 0.5), start[column + 1] - x);
      continue;
    }
    const f64 step = blended[column + 1] - value;
    for (; x < start[column + 1]; x++) into[x] = cut(value + step * across[x] + 0.5);
  }
}

// Rows of a model of one row: slopes along red, green and blue, offset, blend weight.
enum { slopeRed, slopeGreen, slopeBlue, offset, blendWeight, rowsOfModel };

// Weights of four samples for a place between the second and the third of them: Keys' cubic convolution.
static inline void cubicWeights(f64 t, f32 weights[4]) {
  const f64 t2 = t * t, t3 = t * t * t;
  weights[0] = (f32)((-t3 + 2 * t2 - t) / 2);
  weights[1] = (f32)((3 * t3 - 5 * t2 + 2) / 2);
  weights[2] = (f32)((-3 * t3 + 4 * t2 + t) / 2);
  weights[3] = (f32)((t3 - t2) / 2);
}

// How many of the next 16 values are 0 or 255 before one is not.
static inline i32 hardValues(const u8 *values) {
  const v128_t raised = wasm_i8x16_add(wasm_v128_load(values), wasm_i8x16_splat(1));
  const u32 soft = wasm_i8x16_bitmask(wasm_u8x16_gt(raised, wasm_i8x16_splat(1)));
  return soft ? __builtin_ctz(soft) : 16;
}

// Changes the soft pixels of a row from bilinear alpha to guided: pixels `first` to `last` of `size`, of which alone `into` and
// `pixels` are. `rows`: four rows of the matte, one after the other, `width` bytes each; `above`, `below`: rows of models, `stride`
// numbers each, one more than the matte is wide; `columns`: room for `width` + 3 numbers. Reads up to 15 bytes beyond `into`.
EXPORT(guidedRow)
void guidedRow(u8 *into, const u8 *pixels, i32 channels, i32 first, i32 last, i32 size, const u8 *rows, i32 width, f64 down,
               f64 w0, f64 w1, f64 w2, f64 w3, const f32 *above, const f32 *below, i32 stride, f64 *columns) {
  const v128_t upperShare = wasm_f64x2_splat(1 - down);
  const v128_t lowerShare = wasm_f64x2_splat(down);
  const i32 left = (i32)sourcePosition(first, size, width);
  const i32 right = (i32)sourcePosition(last - 1, size, width) + 2;
  for (i32 x = left > 0 ? left - 1 : 0; x <= right && x < width; x++) {
    columns[x + 1] = w0 * rows[x] + w1 * rows[width + x] + w2 * rows[2 * width + x] + w3 * rows[3 * width + x];
  }
  columns[0] = columns[1];
  columns[width + 1] = columns[width + 2] = columns[width];
  // Left and right neighbour of each pair are side by side.
  v128_t upper[rowsOfModel], lower[rowsOfModel];
  for (i32 x = 0, loaded = -1; x < last - first; x++) {
    if (into[x] == 0 || into[x] == 255) {
      x += hardValues(into + x) - 1;
      continue;
    }
    const f64 position = sourcePosition(first + x, size, width);
    const i32 column = (i32)position;
    if (column != loaded) {
      loaded = column;
      for (i32 row = 0; row < rowsOfModel; row++) {
        upper[row] = pair(above + row * stride + column);
        lower[row] = pair(below + row * stride + column);
      }
    }
    const f64 fraction = position - column;
    f32 taps[4];
    cubicWeights(fraction, taps);
    const f64 *at = columns + column;
    const f64 bicubic = taps[0] * at[0] + taps[1] * at[1] + taps[2] * at[2] + taps[3] * at[3];
    const f64 across = (f32)fraction;
    const v128_t shares = wasm_f64x2_make(1 - across, across);
    const v128_t top = wasm_f64x2_mul(shares, upperShare);
    const v128_t bottom = wasm_f64x2_mul(shares, lowerShare);
    const v128_t topTrust = wasm_f64x2_mul(top, upper[blendWeight]);
    const v128_t bottomTrust = wasm_f64x2_mul(bottom, lower[blendWeight]);
    const f64 trust = wasm_f64x2_extract_lane(topTrust, 0) + wasm_f64x2_extract_lane(topTrust, 1) +
                      wasm_f64x2_extract_lane(bottomTrust, 0) + wasm_f64x2_extract_lane(bottomTrust, 1);
    f64 value = bicubic;
    const u8 *pixel = pixels + x * channels;
    if (trust > 0 && (channels == 3 || pixel[3] == 255)) {
      const v128_t red = wasm_f64x2_splat(pixel[0]);
      const v128_t green = wasm_f64x2_splat(pixel[1]);
      const v128_t blue = wasm_f64x2_splat(pixel[2]);
#define MODELLED(model)                                                                                     \
  wasm_f64x2_add(wasm_f64x2_add(wasm_f64x2_add(wasm_f64x2_mul(model[slopeRed], red),                        \
                                               wasm_f64x2_mul(model[slopeGreen], green)),                   \
                                wasm_f64x2_mul(model[slopeBlue], blue)),                                    \
                 model[offset])
      const v128_t topAlpha = wasm_f64x2_mul(top, MODELLED(upper));
      const v128_t bottomAlpha = wasm_f64x2_mul(bottom, MODELLED(lower));
      const f64 guided = wasm_f64x2_extract_lane(topAlpha, 0) + wasm_f64x2_extract_lane(topAlpha, 1) +
                         wasm_f64x2_extract_lane(bottomAlpha, 0) + wasm_f64x2_extract_lane(bottomAlpha, 1);
      value += (within(guided, 0, 255) - bicubic) * trust;
    }
    into[x] = cut(within(value, 0, 255) + 0.5);
  }
}

// Sums over the window of one column, of everything that least squares need.
enum { p, pp, r, g, b, rp, gp, bp, rr, rg, rb, gg, gb, bb, sumsOfWindow };

static void fitSpan(const u8 *const alpha[3], const u8 *const guide[3], i32 from, i32 to, i32 width, i32 *sums,
                    f32 *into, i32 stride);

// Models of one row of a matte. `rows`, `guide`: its alpha and RGB, with the row above before it and the one below after it.
// `into`: `stride` numbers, one more than the matte is wide, for each of slopes along red,
// green and blue, offset, blend weight. `sums`: room for 14 × (`width` + 2) numbers.
EXPORT(fitRow)
void fitRow(const u8 *rows, const u8 *guideRows, i32 width, i32 *sums, f32 *into, i32 stride) {
  const u8 *const alpha[3] = {rows, rows + width, rows + width * 2};
  const u8 *const guide[3] = {guideRows, guideRows + width * 3, guideRows + width * 6};
  i32 *columns = sums;
  for (i32 x = 0; x < width; x++) columns[x + 1] = alpha[0][x] + alpha[1][x] + alpha[2][x];
  columns[0] = columns[1];
  columns[width + 1] = columns[width];
  // Windows without an edge: the offset is their alpha. They are known by it later, since `sums` is used again.
  for (i32 x = 0; x < width; x++) {
    const i32 sum = columns[x] + columns[x + 1] + columns[x + 2];
    into[offset * stride + x] = sum == 0 ? 0 : sum == 9 * 255 ? 255 : -1;
  }
  for (i32 row = 0; row < rowsOfModel; row++) {
    if (row != offset) __builtin_memset(into + row * stride, 0, width * sizeof(f32));
  }
  for (i32 x = 0; x < width; x++) {
    if (into[offset * stride + x] >= 0) continue;
    i32 end = x + 1;
    while (end < width && into[offset * stride + end] < 0) end++;
    fitSpan(alpha, guide, x, end, width, sums, into, stride);
    x = end;
  }
  for (i32 row = 0; row < rowsOfModel; row++) into[row * stride + width] = into[row * stride + width - 1];
}

static void sumColumn(const u8 *const alpha[3], const u8 *const guide[3], i32 x, i32 *sums, i32 stride) {
  i32 sum[sumsOfWindow] = {0};
  for (i32 row = 0; row < 3; row++) {
    const i32 value = alpha[row][x];
    const u8 *colour = guide[row] + x * 3;
    const i32 red = colour[0], green = colour[1], blue = colour[2];
    sum[p] += value;
    sum[pp] += value * value;
    sum[r] += red;
    sum[g] += green;
    sum[b] += blue;
    sum[rp] += red * value;
    sum[gp] += green * value;
    sum[bp] += blue * value;
    sum[rr] += red * red;
    sum[rg] += red * green;
    sum[rb] += red * blue;
    sum[gg] += green * green;
    sum[gb] += green * blue;
    sum[bb] += blue * blue;
  }
  for (i32 kind = 0; kind < sumsOfWindow; kind++) sums[kind * stride] = sum[kind];
}

// Least squares with a ridge for the windows around columns `from` to `to`.
static void fitSpan(const u8 *const alpha[3], const u8 *const guide[3], i32 from, i32 to, i32 width, i32 *sums,
                    f32 *into, i32 stride) {
  const i32 sumStride = width + 2;
  const i32 first = from > 0 ? from - 1 : 0;
  const i32 last = to < width ? to : width - 1;
  for (i32 x = first; x <= last; x++) sumColumn(alpha, guide, x, sums + x + 1, sumStride);
  if (from == 0) sumColumn(alpha, guide, 0, sums, sumStride);
  if (to == width) sumColumn(alpha, guide, width - 1, sums + width + 1, sumStride);

  const f64 ninth = 1.0 / 9;
  const f64 ridge = 0.65, gain = 0.3, noiseVariance = 16;
  for (i32 x = from; x < to; x++) {
    const i32 *column = sums + x;
#define MEAN(kind) \
  ((column[kind * sumStride] + column[kind * sumStride + 1] + column[kind * sumStride + 2]) * ninth)
    const f64 mp = MEAN(p), mr = MEAN(r), mg = MEAN(g), mb = MEAN(b);
    const f64 variance = MEAN(pp) - mp * mp;
    const f64 crp = MEAN(rp) - mr * mp, cgp = MEAN(gp) - mg * mp, cbp = MEAN(bp) - mb * mp;
    const f64 crr = MEAN(rr) - mr * mr, crg = MEAN(rg) - mr * mg, crb = MEAN(rb) - mr * mb;
    const f64 cgg = MEAN(gg) - mg * mg, cgb = MEAN(gb) - mg * mb, cbb = MEAN(bb) - mb * mb;
    // Inverse of a symmetric 3 × 3 matrix by cofactors.
    const f64 mrr = crr + ridge, mgg = cgg + ridge, mbb = cbb + ridge;
    const f64 irr = mgg * mbb - cgb * cgb;
    const f64 irg = crb * cgb - crg * mbb;
    const f64 irb = crg * cgb - crb * mgg;
    const f64 determinant = mrr * irr + crg * irg + crb * irb;
    const f64 igg = mrr * mbb - crb * crb;
    const f64 igb = crg * crb - mrr * cgb;
    const f64 ibb = mrr * mgg - crg * crg;
    const f64 red = (irr * crp + irg * cgp + irb * cbp) / determinant;
    const f64 green = (irg * crp + igg * cgp + igb * cbp) / determinant;
    const f64 blue = (irb * crp + igb * cgp + ibb * cbp) / determinant;
    const f64 ofColours = red * (red * crr + 2 * (green * crg + blue * crb)) +
                          green * (green * cgg + 2 * blue * cgb) + blue * blue * cbb;
    const f64 explained = 2 * (red * crp + green * cgp + blue * cbp) - ofColours;
    const f64 ofNoise = (red * red + green * green + blue * blue) * noiseVariance;
    into[slopeRed * stride + x] = red;
    into[slopeGreen * stride + x] = green;
    into[slopeBlue * stride + x] = blue;
    into[offset * stride + x] = mp - red * mr - green * mg - blue * mb;
    const f64 won = gain * explained;
    const f64 trust = won / (won + variance - explained + ofNoise);
    into[blendWeight * stride + x] = won > 0 ? trust : 0;
  }
}
