// Both colours of soft edges, level by level: pipeline/edges/colours.ts and pipeline/edges/known-colours.ts.
#include "kernels.h"

// Means of 2 × 2 pixels; at an odd border the last one counts twice.
EXPORT(halve) void halve(const u8 *colours, const u8 *alpha, i32 width, i32 height, u8 *halfColours, u8 *halfAlpha) {
  for (i32 top = 0; top < height; top += 2) {
    const i32 upper = top * width;
    const i32 lower = (top + 1 < height ? top + 1 : height - 1) * width;
    for (i32 x = 0; x < width; x += 2, halfColours += 3) {
      const i32 right = x + 1 < width ? x + 1 : width - 1;
      const i32 a = upper + x, b = upper + right, c = lower + x, d = lower + right;
      *halfAlpha++ = (alpha[a] + alpha[b] + alpha[c] + alpha[d] + 2) >> 2;
      for (i32 i = 0; i < 3; i++) {
        halfColours[i] = (colours[a * 3 + i] + colours[b * 3 + i] + colours[c * 3 + i] + colours[d * 3 + i] + 2) >> 2;
      }
    }
  }
}

// 1 within 3 pixels of alpha that is neither 0 nor 255, or that jumps. `across`: room for as many bytes.
EXPORT(nearEdges) void nearEdges(const u8 *alpha, i32 width, i32 height, u8 *across, u8 *near) {
  const i32 reach = 3;
  for (i32 y = 0, at = 0; y < height; y++) {
    u8 *row = across + y * width;
    __builtin_memset(row, 0, width);
    for (i32 x = 0; x < width; x++, at++) {
      const u8 value = alpha[at];
      const i32 jumps = (x + 1 < width && alpha[at + 1] != value) || (y + 1 < height && alpha[at + width] != value);
      if (!jumps && (value == 0 || value == 255)) continue;
      const i32 from = x > reach ? x - reach : 0;
      const i32 to = x + reach < width ? x + reach : width - 1;
      for (i32 i = from; i <= to; i++) row[i] = 1;
    }
  }
  for (i32 y = 0; y < height; y++) {
    u8 *into = near + y * width;
    __builtin_memset(into, 0, width);
    const i32 from = y > reach ? y - reach : 0;
    const i32 to = y + reach < height ? y + reach : height - 1;
    for (i32 line = from; line <= to; line++) {
      for (i32 x = 0; x < width; x++) into[x] |= across[line * width + x];
    }
  }
}

// A larger level started from the smaller one. Away from edges both sides are the colours that are seen; where one side
// covers the other completely, its colour is seen.
EXPORT(startLevel)
void startLevel(const u8 *colours, const u8 *alpha, const u8 *near, i32 width, i32 height, const f32 *smallFront,
                const f32 *smallBack, i32 smallWidth, f32 *front, f32 *back) {
  for (i32 i = 0; i < width * height * 3; i++) front[i] = back[i] = colours[i];
  for (i32 y = 0, at = 0; y < height; y++) {
    for (i32 x = 0; x < width; x++, at++) {
      if (!near[at]) continue;
      const i32 from = ((y >> 1) * smallWidth + (x >> 1)) * 3;
      for (i32 i = 0; i < 3; i++) {
        if (alpha[at] != 255) front[at * 3 + i] = smallFront[from + i];
        if (alpha[at] != 0) back[at * 3 + i] = smallBack[from + i];
      }
    }
  }
}

typedef f64 f64x4 __attribute__((vector_size(32)));
typedef f32 f32x4 __attribute__((vector_size(16)));

// Four numbers: a colour, and one more that does not count.
static inline f64x4 colourAt(const f32 *at) {
  f32x4 four;
  __builtin_memcpy(&four, at, sizeof four);
  return __builtin_convertvector(four, f64x4);
}

static inline void keepInRange(f64x4 colour, f32 *into) {
  for (i32 i = 0; i < 3; i++) into[i] = (f32)within(colour[i], 0, 255);
}

// One sweep: solves pixel after pixel for its two colours, with the newest values of its neighbours (Gauss and Seidel).
// Reads one number beyond the last pixel of both sides.
EXPORT(solveAll)
void solveAll(const u8 *colours, const u8 *alpha, const u8 *near, i32 width, i32 height, f32 *front, f32 *back) {
  const f64 smoothness = 1e-5, smoothnessAtEdges = 1;
  for (i32 y = 0, at = 0; y < height; y++) {
    for (i32 x = 0; x < width; x++, at++) {
      if (!near[at]) continue;
      const i32 neighbours[4] = {
          x > 0 ? at - 1 : at,
          x < width - 1 ? at + 1 : at,
          y > 0 ? at - width : at,
          y < height - 1 ? at + width : at,
      };
      f64 weights = 0;
      f64x4 fronts = {0, 0, 0, 0}, backs = {0, 0, 0, 0};
      for (i32 i = 0; i < 4; i++) {
        const i32 other = neighbours[i];
        const i32 difference = alpha[at] - alpha[other];
        const f64 weight = smoothness + (smoothnessAtEdges * (difference < 0 ? -difference : difference)) / 255;
        weights += weight;
        fronts += weight * colourAt(front + other * 3);
        backs += weight * colourAt(back + other * 3);
      }
      const f64 a = alpha[at] / 255.0;
      const f64 b = 1 - a;
      const f64 ofFront = a * a + weights, ofBoth = a * b, ofBack = b * b + weights;
      const f64 scale = 1 / (ofFront * ofBack - ofBoth * ofBoth);
      const u8 *pixel = colours + at * 3;
      const f64x4 seen = {pixel[0], pixel[1], pixel[2], 0};
      const f64x4 toFront = a * seen + fronts, toBack = b * seen + backs;
      keepInRange((ofBack * toFront - ofBoth * toBack) * scale, front + at * 3);
      keepInRange((ofFront * toBack - ofBoth * toFront) * scale, back + at * 3);
    }
  }
}

// Rounds as a clamped array does: halves to even. For values of 0 to 255, in whole groups of four.
EXPORT(roundToBytes) void roundToBytes(const f32 *values, i32 count, u8 *into) {
  for (i32 i = 0; i < count; i += 4) {
    const v128_t whole = wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_nearest(wasm_v128_load(values + i)));
    const v128_t narrow = wasm_i16x8_narrow_i32x4(whole, whole);
    wasm_v128_store32_lane(into + i, wasm_u8x16_narrow_i16x8(narrow, narrow), 0);
  }
}

static inline f64 lesser(f64 one, f64 other) { return one < other ? one : other; }

// Pixels to the nearest one with an alpha of `from` to `to`, at most `most`: two passes with steps of 1 and 1.4 (Borgefors, 1986).
EXPORT(distances)
void distances(const u8 *alpha, i32 width, i32 height, i32 from, i32 to, f64 most, f32 *distance) {
  const i32 count = width * height;
  for (i32 at = 0; at < count; at++) distance[at] = alpha[at] >= from && alpha[at] <= to ? 0 : (f32)most;
  for (i32 y = 0, at = 0; y < height; y++) {
    for (i32 x = 0; x < width; x++, at++) {
      f64 nearest = distance[at];
      if (x > 0) nearest = lesser(nearest, distance[at - 1] + 1.0);
      if (y > 0) {
        nearest = lesser(nearest, distance[at - width] + 1.0);
        if (x > 0) nearest = lesser(nearest, distance[at - width - 1] + 1.4);
        if (x < width - 1) nearest = lesser(nearest, distance[at - width + 1] + 1.4);
      }
      distance[at] = (f32)nearest;
    }
  }
  for (i32 y = height - 1, at = count - 1; y >= 0; y--) {
    for (i32 x = width - 1; x >= 0; x--, at--) {
      f64 nearest = distance[at];
      if (x < width - 1) nearest = lesser(nearest, distance[at + 1] + 1.0);
      if (y < height - 1) {
        nearest = lesser(nearest, distance[at + width] + 1.0);
        if (x < width - 1) nearest = lesser(nearest, distance[at + width + 1] + 1.4);
        if (x > 0) nearest = lesser(nearest, distance[at + width - 1] + 1.4);
      }
      distance[at] = (f32)nearest;
    }
  }
}

static inline void lower(u8 *into, const u8 *other, i32 count) {
  for (i32 i = 0; i < count; i++) into[i] = into[i] < other[i] ? into[i] : other[i];
}

static inline void raise(u8 *into, const u8 *other, i32 count) {
  for (i32 i = 0; i < count; i++) into[i] = into[i] > other[i] ? into[i] : other[i];
}

// The smallest and the largest value of each channel in a square of 2 × reach + 1 pixels, cut off at the borders. `room`:
// for twice as many values.
EXPORT(extremes)
void extremes(const u8 *values, i32 width, i32 height, i32 channels, i32 reach, u8 *low, u8 *high, u8 *room) {
  const i32 line = width * channels;
  u8 *lows = room, *highs = room + line * height;
  for (i32 y = 0; y < height; y++) {
    const u8 *row = values + y * line;
    u8 *lowRow = lows + y * line, *highRow = highs + y * line;
    __builtin_memcpy(lowRow, row, line);
    __builtin_memcpy(highRow, row, line);
    for (i32 step = 1; step <= reach && step < width; step++) {
      const i32 shift = step * channels;
      lower(lowRow, row + shift, line - shift);
      raise(highRow, row + shift, line - shift);
      lower(lowRow + shift, row, line - shift);
      raise(highRow + shift, row, line - shift);
    }
  }
  for (i32 y = 0; y < height; y++) {
    const i32 from = y > reach ? y - reach : 0;
    const i32 to = y + reach < height ? y + reach : height - 1;
    u8 *lowRow = low + y * line, *highRow = high + y * line;
    __builtin_memcpy(lowRow, lows + from * line, line);
    __builtin_memcpy(highRow, highs + from * line, line);
    for (i32 other = from + 1; other <= to; other++) {
      lower(lowRow, lows + other * line, line);
      raise(highRow, highs + other * line, line);
    }
  }
}

// Keeps each value between its own two limits.
EXPORT(keepBetween) void keepBetween(u8 *values, const u8 *low, const u8 *high, i32 count) {
  raise(values, low, count);
  lower(values, high, count);
}

// Adds a row of differences to the sums of its columns, or takes it away: of soft pixels alone, and how many they are.
static inline void addSoft(const u8 *alpha, const u8 *low, const u8 *high, i32 width, i32 clearBelow, i32 opaqueAbove,
                           i32 sign, i32 *sums, i32 *counts) {
  for (i32 x = 0; x < width; x++) {
    const i32 soft = alpha[x] >= clearBelow && alpha[x] <= opaqueAbove ? sign : 0;
    sums[x] += soft * (high[x] - low[x]);
    counts[x] += soft;
  }
}

// The mean of `high` - `low` over the soft pixels in a square of 2 × reach + 1 pixels; 255 where there are none. `room`: for
// twice as many numbers as a row has pixels.
EXPORT(meansOfSoft)
void meansOfSoft(const u8 *alpha, const u8 *low, const u8 *high, i32 width, i32 height, i32 clearBelow, i32 opaqueAbove,
                 i32 reach, i32 *room, f32 *means) {
  i32 *sums = room, *counts = room + width;
  __builtin_memset(room, 0, width * 8);
  for (i32 y = -reach; y < height; y++) {
    const i32 entering = y + reach, leaving = y - reach - 1;
    const i32 in = entering * width, out = leaving * width;
    if (entering < height) addSoft(alpha + in, low + in, high + in, width, clearBelow, opaqueAbove, 1, sums, counts);
    if (leaving >= 0) addSoft(alpha + out, low + out, high + out, width, clearBelow, opaqueAbove, -1, sums, counts);
    if (y < 0) continue;
    i32 sum = 0, count = 0;
    for (i32 x = -reach; x < width; x++) {
      if (x + reach < width) sum += sums[x + reach], count += counts[x + reach];
      if (x - reach - 1 >= 0) sum -= sums[x - reach - 1], count -= counts[x - reach - 1];
      if (x >= 0) means[y * width + x] = count > 0 ? (f32)sum / (f32)count : 255;
    }
  }
}

static inline f64 rising(f64 value, f64 from, f64 to) { return within((value - from) / (to - from), 0, 1); }

static inline f64 falling(f64 value, f64 from, f64 to) { return within((to - value) / (to - from), 0, 1); }

// How far both colours are known, 0 to 255: near to background and to subject, where alpha changes steeply.
EXPORT(knownColours)
void knownColours(const f32 *toBack, f64 backTo, f64 noBackFrom, const f32 *toFront, f64 frontTo, f64 noFrontFrom,
                  const u8 *low, const u8 *high, f64 flatTo, f64 steepFrom, const f32 *means, f64 hazeTo, f64 edgeFrom,
                  i32 count, u8 *known) {
  for (i32 at = 0; at < count; at++) {
    const f64 near = falling(toBack[at], backTo, noBackFrom) * falling(toFront[at], frontTo, noFrontFrom);
    const f64 narrow = rising(high[at] - low[at], flatTo, steepFrom) * rising(means[at], hazeTo, edgeFrom);
    known[at] = cut(near * narrow * 255 + 0.5);
  }
}
