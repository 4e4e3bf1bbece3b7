// Rows of the result: pipeline/compose.ts and pipeline/edges/colour-sampler.ts.
#include "kernels.h"

// The photo's colours under alpha; 0 where alpha is 0. Reads one byte beyond the last pixel.
EXPORT(underAlpha) void underAlpha(const u8 *colours, i32 channels, const u8 *alpha, i32 pixels, u32 *rgba) {
  for (i32 at = 0; at < pixels; at++, colours += channels) {
    const u32 opacity = alpha[at];
    u32 colour;
    __builtin_memcpy(&colour, colours, 4);
    rgba[at] = opacity == 0 ? 0 : (colour & 0xffffff) | opacity << 24;
  }
}

typedef f64 f64x4 __attribute__((vector_size(32)));
typedef u8 u8x4 __attribute__((vector_size(4)));

// Four bytes as numbers: a colour, and one more that does not count.
static inline f64x4 colourAt(const u8 *at) {
  u8x4 bytes;
  __builtin_memcpy(&bytes, at, 4);
  return __builtin_convertvector(bytes, f64x4);
}

// Takes the background out of the soft pixels of a row. `left`, `across`, `nearest`: see the sampler; `front`, `back`: two
// rows of the estimates each, one after the other, `width` pixels wide; `known`: one row; `photo`: null, or the photo's own
// RGBA, of which only opaque pixels are changed.
EXPORT(cleanRow)
void cleanRow(u8 *rgba, const u8 *photo, i32 pixels, const i32 *left, const f32 *across, const i32 *nearest, f64 down,
              const u8 *front, const u8 *back, const u8 *known, i32 width) {
  // Expected variance of the background's estimate, that of the foreground's being 1; and of noise, in the same measure.
  const f64 backgroundVariance = 0.5, noiseVariance = 0.01;
  for (i32 x = 0; x < pixels; x++) {
    u8 *pixel = rgba + x * 4;
    const u8 opacity = pixel[3];
    if (opacity == 0 || opacity == 255) continue;
    if (photo && photo[x * 4 + 3] != 255) continue;
    const u8 blendWeight = known[nearest[x]];
    if (blendWeight == 0) continue;
    const i32 a = left[x] * 3;
    const i32 b = (left[x] + 1 < width ? left[x] + 1 : width - 1) * 3;
    const f64 alpha = opacity / 255.0;
    const f64 rest = 1 - alpha;
    const f64 gain = alpha / (alpha * alpha + backgroundVariance * rest * rest + noiseVariance);
    const f64 wb = across[x] * (1 - down);
    const f64 wa = 1 - down - wb;
    const f64 wd = across[x] * down;
    const f64 wc = down - wd;
    const i32 c = width * 3 + a;
    const i32 d = width * 3 + b;
    const f64x4 subject = wa * colourAt(front + a) + wb * colourAt(front + b) + wc * colourAt(front + c) +
                          wd * colourAt(front + d);
    const f64x4 behind = wa * colourAt(back + a) + wb * colourAt(back + b) + wc * colourAt(back + c) +
                         wd * colourAt(back + d);
    const f64x4 colour = subject + gain * (colourAt(pixel) - alpha * subject - rest * behind);
    for (i32 i = 0; i < 3; i++) {
      const f64 own = within(colour[i], 0, 255);
      pixel[i] = cut((blendWeight == 255 ? own : pixel[i] + (own - pixel[i]) * (blendWeight / 255.0)) + 0.5);
    }
  }
}
