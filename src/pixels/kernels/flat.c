// Cuts by colour: pipeline/flat.
#include "kernels.h"

// Four samples and what is behind them: how far they differ, rounded.
static inline v128_t away(v128_t samples, const f32 *behind) {
  const v128_t difference = wasm_f32x4_abs(wasm_f32x4_sub(wasm_f32x4_convert_i32x4(samples), wasm_v128_load(behind)));
  return wasm_i32x4_trunc_sat_f32x4(wasm_f32x4_add(difference, wasm_f32x4_splat(0.5f)));
}

static inline v128_t awayOfSixteen(v128_t samples, const f32 *behind) {
  const v128_t low = wasm_u16x8_extend_low_u8x16(samples), high = wasm_u16x8_extend_high_u8x16(samples);
  const v128_t first = wasm_i16x8_narrow_i32x4(away(wasm_u32x4_extend_low_u16x8(low), behind),
                                               away(wasm_u32x4_extend_high_u16x8(low), behind + 4));
  const v128_t last = wasm_i16x8_narrow_i32x4(away(wasm_u32x4_extend_low_u16x8(high), behind + 8),
                                              away(wasm_u32x4_extend_high_u16x8(high), behind + 12));
  return wasm_u8x16_narrow_i16x8(first, last);
}

// The largest difference of a channel, pixel by pixel, rounded, in single precision.
EXPORT(differences) void differences(const u8 *rgb, const f32 *behind, i32 pixels, u8 *into) {
  i32 x = 0;
  for (; x + 16 <= pixels; x += 16, rgb += 48, behind += 48) {
    const v128_t a = awayOfSixteen(wasm_v128_load(rgb), behind);
    const v128_t b = awayOfSixteen(wasm_v128_load(rgb + 16), behind + 16);
    const v128_t c = awayOfSixteen(wasm_v128_load(rgb + 32), behind + 32);
    v128_t red = wasm_i8x16_shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    v128_t green = wasm_i8x16_shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    v128_t blue = wasm_i8x16_shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    red = wasm_i8x16_shuffle(red, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
    green = wasm_i8x16_shuffle(green, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
    blue = wasm_i8x16_shuffle(blue, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
    wasm_v128_store(into + x, wasm_u8x16_max(red, wasm_u8x16_max(green, blue)));
  }
  for (; x < pixels; x++, rgb += 3, behind += 3) {
    i32 most = 0;
    for (i32 channel = 0; channel < 3; channel++) {
      const f32 difference = (f32)rgb[channel] - behind[channel];
      const i32 rounded = (i32)((difference < 0 ? -difference : difference) + 0.5f);
      if (rounded > most) most = rounded;
    }
    into[x] = (u8)most;
  }
}

// The largest of each `side` values of a row, where that is more than what is there already. The last ones may be fewer.
EXPORT(raiseToMost) void raiseToMost(const u8 *values, i32 count, i32 side, u8 *into) {
  for (i32 from = 0; from < count; from += side, into++) {
    const i32 to = from + side < count ? from + side : count;
    u8 most = *into;
    for (i32 x = from; x < to; x++) most = values[x] > most ? values[x] : most;
    *into = most;
  }
}

// How many steps, side by side, each cell of a plane is from the nearest that has a value; further ones get `most`.
EXPORT(stepsTo) void stepsTo(const u8 *plane, i32 width, i32 height, i32 value, i32 most, u16 *into) {
  for (i32 y = 0; y < height; y++) {
    const u8 *row = plane + y * width;
    u16 *to = into + y * width;
    i32 left = most;
    for (i32 x = 0; x < width; x++) {
      const i32 above = y > 0 ? to[x - width] : most;
      const i32 nearest = (left < above ? left : above) + 1;
      left = row[x] == value ? 0 : nearest < most ? nearest : most;
      to[x] = (u16)left;
    }
  }
  for (i32 y = height - 1; y >= 0; y--) {
    u16 *to = into + y * width;
    i32 right = most;
    for (i32 x = width - 1; x >= 0; x--) {
      const i32 below = y + 1 < height ? to[x + width] : most;
      const i32 nearest = (right < below ? right : below) + 1;
      right = to[x] < nearest ? to[x] : nearest;
      to[x] = (u16)right;
    }
  }
}

// Places of cells that have one value and beside them, at corners too, one of another. `room`: of `width` + 32 bytes.
// Returns how many there are.
EXPORT(placesBeside) i32 placesBeside(const u8 *plane, i32 width, i32 height, i32 value, i32 other, u8 *room, i32 *into) {
  i32 count = 0;
  u8 *columns = room + 16;
  const v128_t values = wasm_i8x16_splat((u8)value), others = wasm_i8x16_splat((u8)other);
  for (i32 y = 0; y < height; y++) {
    const u8 *here = plane + y * width;
    const u8 *above = y > 0 ? here - width : here, *below = y + 1 < height ? here + width : here;
    columns[-1] = 0;
    i32 x = 0;
    for (; x + 16 <= width; x += 16) {
      const v128_t upper = wasm_i8x16_eq(wasm_v128_load(above + x), others);
      const v128_t lower = wasm_i8x16_eq(wasm_v128_load(below + x), others);
      const v128_t own = wasm_i8x16_eq(wasm_v128_load(here + x), others);
      wasm_v128_store(columns + x, wasm_v128_or(own, wasm_v128_or(upper, lower)));
    }
    for (; x < width; x++) columns[x] = above[x] == other || here[x] == other || below[x] == other ? 255 : 0;
    columns[width] = 0;
    for (x = 0; x + 16 <= width; x += 16) {
      const v128_t beside = wasm_v128_or(wasm_v128_load(columns + x - 1), wasm_v128_or(wasm_v128_load(columns + x), wasm_v128_load(columns + x + 1)));
      u32 found = wasm_i8x16_bitmask(wasm_v128_and(beside, wasm_i8x16_eq(wasm_v128_load(here + x), values)));
      for (; found != 0; found &= found - 1) into[count++] = y * width + x + __builtin_ctz(found);
    }
    for (; x < width; x++) {
      if (here[x] == value && (columns[x - 1] | columns[x] | columns[x + 1])) into[count++] = y * width + x;
    }
  }
  return count;
}

static inline v128_t apart(v128_t first, v128_t second) {
  return wasm_v128_or(wasm_u8x16_sub_sat(first, second), wasm_u8x16_sub_sat(second, first));
}

static inline i32 isNear(i32 first, i32 second, i32 step) {
  const i32 difference = first - second;
  return difference <= step && -difference <= step;
}

// 1 for cells of a plane that have at most `most` and differ from all that are beside them by at most `step`, else 0.
EXPORT(smoothCells) void smoothCells(const u8 *plane, i32 width, i32 height, i32 step, i32 most, u8 *into) {
  const v128_t steps = wasm_i8x16_splat((u8)step), largest = wasm_i8x16_splat((u8)most), one = wasm_i8x16_splat(1);
  for (i32 y = 0; y < height; y++, into += width) {
    const u8 *row = plane + y * width;
    const u8 *above = y > 0 ? row - width : row, *below = y + 1 < height ? row + width : row;
    i32 x = 0;
    while (x < width) {
      if (x > 0 && x + 16 < width) {
        const v128_t own = wasm_v128_load(row + x);
        const v128_t across = wasm_u8x16_max(apart(own, wasm_v128_load(row + x - 1)), apart(own, wasm_v128_load(row + x + 1)));
        const v128_t down = wasm_u8x16_max(apart(own, wasm_v128_load(above + x)), apart(own, wasm_v128_load(below + x)));
        const v128_t isEven = wasm_u8x16_le(wasm_u8x16_max(across, down), steps);
        wasm_v128_store(into + x, wasm_v128_and(one, wasm_v128_and(isEven, wasm_u8x16_le(own, largest))));
        x += 16;
        continue;
      }
      const i32 own = row[x], left = x > 0 ? row[x - 1] : own, right = x + 1 < width ? row[x + 1] : own;
      into[x] = own <= most && isNear(own, left, step) && isNear(own, right, step) && isNear(own, above[x], step) &&
                isNear(own, below[x], step);
      x++;
    }
  }
}
