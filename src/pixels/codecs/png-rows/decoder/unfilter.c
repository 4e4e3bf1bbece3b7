/* Filters undone a pixel at a time, since each depends on the one before. */
#include "unfilter.h"

#include <stdint.h>
#include <string.h>

/* The vector extension of the compiler, which WASM and the machine of the fuzz target both have. */
typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef int16_t words8 __attribute__((vector_size(16)));

static inline words8 load(const unsigned char *at, int pixel_bytes) {
  bytes8 bytes = {0};
  __builtin_memcpy(&bytes, at, pixel_bytes > 4 ? 8 : 4);
  return __builtin_convertvector(bytes, words8);
}

static inline void store(unsigned char *at, words8 words, int pixel_bytes) {
  bytes8 bytes = __builtin_convertvector(words, bytes8);
  __builtin_memcpy(at, &bytes, pixel_bytes > 4 ? 8 : 4);
}

static inline words8 magnitude(words8 value) { return __builtin_elementwise_abs(value); }

static inline words8 choose(words8 is_first, words8 first, words8 second) { return (first & is_first) | (second & ~is_first); }

/* What is nearest to left + above - corner; of equals the first. */
static inline words8 nearest(words8 left, words8 above, words8 corner) {
  words8 of_left = above - corner;
  words8 of_above = left - corner;
  words8 of_corner = magnitude(of_left + of_above);
  of_left = magnitude(of_left);
  of_above = magnitude(of_above);
  words8 is_left = (of_left <= of_above) & (of_left <= of_corner);
  words8 is_above = of_above <= of_corner;
  return choose(is_left, left, choose(is_above, above, corner));
}

static inline void undo_sub(const unsigned char *row, size_t bytes, int step, unsigned char *into) {
  words8 left = {0};
  for (size_t at = 0; at < bytes; at += step) {
    left = (left + load(row + at, step)) & 255;
    store(into + at, left, step);
  }
}

static inline void undo_average(const unsigned char *row, const unsigned char *above, size_t bytes, int step, unsigned char *into) {
  words8 left = {0};
  for (size_t at = 0; at < bytes; at += step) {
    left = (load(row + at, step) + ((left + load(above + at, step)) >> 1)) & 255;
    store(into + at, left, step);
  }
}

static inline void undo_paeth(const unsigned char *row, const unsigned char *above, size_t bytes, int step, unsigned char *into) {
  words8 left = {0};
  words8 corner = {0};
  for (size_t at = 0; at < bytes; at += step) {
    words8 up = load(above + at, step);
    left = (load(row + at, step) + nearest(left, up, corner)) & 255;
    corner = up;
    store(into + at, left, step);
  }
}

static void undo_up(const unsigned char *row, const unsigned char *above, size_t bytes, unsigned char *restrict into) {
  for (size_t at = 0; at < bytes; at++) into[at] = row[at] + above[at];
}

/* Sub, Average and Paeth of one pixel size, which the compiler then knows. */
static inline void undo(int filter, const unsigned char *row, const unsigned char *above, size_t bytes, int step, unsigned char *into) {
  if (filter == 1) undo_sub(row, bytes, step, into);
  else if (filter == 3) undo_average(row, above, bytes, step, into);
  else undo_paeth(row, above, bytes, step, into);
}

int is_filter(int filter) { return filter >= 0 && filter <= 4; }

void unfilter(int filter, const unsigned char *row, const unsigned char *above, size_t bytes, int pixel_bytes, unsigned char *into) {
  if (filter == 0) {
    __builtin_memcpy(into, row, bytes);
    return;
  }
  if (filter == 2) {
    undo_up(row, above, bytes, into);
    return;
  }
  switch (pixel_bytes) {
    case 1: undo(filter, row, above, bytes, 1, into); break;
    case 2: undo(filter, row, above, bytes, 2, into); break;
    case 3: undo(filter, row, above, bytes, 3, into); break;
    case 4: undo(filter, row, above, bytes, 4, into); break;
    case 6: undo(filter, row, above, bytes, 6, into); break;
    default: undo(filter, row, above, bytes, 8, into); break;
  }
}
