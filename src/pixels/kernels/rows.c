// Rows of the result: pipeline/rows/compose.ts and pipeline/edges/colour-sampler.ts.
#include "kernels.h"

// Alpha of the matte times that of the picture, rounded.
EXPORT(multiplyAlpha) void multiplyAlpha(u8 *alpha, const u8 *rgba, i32 pixels) {
  for (i32 at = 0; at < pixels; at++) alpha[at] = (alpha[at] * rgba[at * 4 + 3] + 127) / 255;
}

// The photo's colours under alpha; 0 where alpha is 0. Reads up to 4 bytes beyond the last pixel.
EXPORT(underAlpha) void underAlpha(const u8 *colours, i32 channels, const u8 *alpha, i32 pixels, u32 *rgba) {
  const v128_t ofColours = wasm_i32x4_splat(0xffffff);
  const v128_t apart = wasm_i8x16_make(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
  i32 at = 0;
  for (; at + 4 <= pixels; at += 4, colours += 4 * channels) {
    const v128_t given = wasm_v128_load(colours);
    const v128_t four = channels == 3 ? wasm_i8x16_swizzle(given, apart) : wasm_v128_and(given, ofColours);
    const v128_t opacities = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(alpha + at)));
    const v128_t shown = wasm_i32x4_ne(opacities, wasm_i32x4_splat(0));
    wasm_v128_store(rgba + at, wasm_v128_or(wasm_v128_and(four, shown), wasm_i32x4_shl(opacities, 24)));
  }
  for (; at < pixels; at++, colours += channels) {
    const u32 opacity = alpha[at];
    u32 colour;
    __builtin_memcpy(&colour, colours, 4);
    rgba[at] = opacity == 0 ? 0 : (colour & 0xffffff) | opacity << 24;
  }
}

// Red and green, and blue, as numbers of 64 bits. Reads one byte beyond the colour.
typedef struct {
  v128_t redGreen, blue;
} Colour;

static inline Colour colourAt(const u8 *at) {
  const v128_t numbers = wasm_u32x4_extend_low_u16x8(wasm_u16x8_extend_low_u8x16(wasm_v128_load32_zero(at)));
  const v128_t third = wasm_i32x4_shuffle(numbers, numbers, 2, 3, 2, 3);
  return (Colour){wasm_f64x2_convert_low_i32x4(numbers), wasm_f64x2_convert_low_i32x4(third)};
}

// Sums of four colours, each by its weight.
static inline Colour mixed(const Colour corners[4], const v128_t weights[4]) {
  Colour sum = {wasm_f64x2_mul(weights[0], corners[0].redGreen), wasm_f64x2_mul(weights[0], corners[0].blue)};
  for (i32 i = 1; i < 4; i++) {
    sum.redGreen = wasm_f64x2_add(sum.redGreen, wasm_f64x2_mul(weights[i], corners[i].redGreen));
    sum.blue = wasm_f64x2_add(sum.blue, wasm_f64x2_mul(weights[i], corners[i].blue));
  }
  return sum;
}

// The subject's colour by least squares: its part of the difference between the pixel and the mix of both sides, kept in range.
static inline v128_t subjectOf(v128_t seen, v128_t front, v128_t back, f64 alpha, f64 rest, f64 gain) {
  const v128_t ofFront = wasm_f64x2_mul(wasm_f64x2_splat(alpha), front);
  const v128_t ofBack = wasm_f64x2_mul(wasm_f64x2_splat(rest), back);
  const v128_t difference = wasm_f64x2_sub(wasm_f64x2_sub(seen, ofFront), ofBack);
  const v128_t colour = wasm_f64x2_add(front, wasm_f64x2_mul(wasm_f64x2_splat(gain), difference));
  return wasm_f64x2_pmin(wasm_f64x2_splat(255), wasm_f64x2_pmax(wasm_f64x2_splat(0), colour));
}

// Takes the background out of the soft pixels of a row, of which these are the pixels from `first` on, of `size`. `front`, `back`:
// two rows of the estimates each, one after the other, `width` pixels wide; `known`: one row; `photo`: null, or the photo's own
// RGBA, of which only opaque pixels are changed.
EXPORT(cleanRow)
void cleanRow(u8 *rgba, const u8 *photo, i32 pixels, i32 first, i32 size, f64 down, const u8 *front, const u8 *back,
              const u8 *known, i32 width) {
  // Expected variance of the background's estimate, that of the foreground's being 1; and of noise, in the same measure.
  const f64 backgroundVariance = 0.5, noiseVariance = 0.01;
  Colour fronts[4], backs[4];
  for (i32 x = 0, loaded = -1; x < pixels; x++) {
    u8 *pixel = rgba + x * 4;
    const u8 opacity = pixel[3];
    if (opacity == 0 || opacity == 255) continue;
    if (photo && photo[x * 4 + 3] != 255) continue;
    const f64 position = sourcePosition(first + x, size, width);
    const i32 left = (i32)position;
    const i32 nearest = (i32)(position + 0.5);
    const u8 blendWeight = known[nearest < width ? nearest : width - 1];
    if (blendWeight == 0) continue;
    if (left != loaded) {
      loaded = left;
      const i32 right = loaded + 1 < width ? loaded + 1 : width - 1;
      const i32 corners[4] = {loaded * 3, right * 3, (width + loaded) * 3, (width + right) * 3};
      for (i32 i = 0; i < 4; i++) {
        fronts[i] = colourAt(front + corners[i]);
        backs[i] = colourAt(back + corners[i]);
      }
    }
    const f64 alpha = opacity / 255.0;
    const f64 rest = 1 - alpha;
    const f64 gain = alpha / (alpha * alpha + backgroundVariance * rest * rest + noiseVariance);
    const f64 across = (f32)(position - left);
    const f64 wb = across * (1 - down);
    const f64 wd = across * down;
    const v128_t weights[4] = {wasm_f64x2_splat(1 - down - wb), wasm_f64x2_splat(wb), wasm_f64x2_splat(down - wd),
                               wasm_f64x2_splat(wd)};
    const Colour subject = mixed(fronts, weights);
    const Colour behind = mixed(backs, weights);
    const Colour seen = colourAt(pixel);
    Colour own = {subjectOf(seen.redGreen, subject.redGreen, behind.redGreen, alpha, rest, gain),
                  subjectOf(seen.blue, subject.blue, behind.blue, alpha, rest, gain)};
    if (blendWeight != 255) {
      const v128_t share = wasm_f64x2_splat(blendWeight / 255.0);
      own.redGreen = wasm_f64x2_add(seen.redGreen, wasm_f64x2_mul(wasm_f64x2_sub(own.redGreen, seen.redGreen), share));
      own.blue = wasm_f64x2_add(seen.blue, wasm_f64x2_mul(wasm_f64x2_sub(own.blue, seen.blue), share));
    }
    pixel[0] = cut(wasm_f64x2_extract_lane(own.redGreen, 0) + 0.5);
    pixel[1] = cut(wasm_f64x2_extract_lane(own.redGreen, 1) + 0.5);
    pixel[2] = cut(wasm_f64x2_extract_lane(own.blue, 0) + 0.5);
  }
}
