/*
 * A PNG file read row by row: its chunks and its zlib stream are outside of this memory, errors leave through the host.
 * One picture an instance. After `fail` the instance is in no state to be used; the host drops it.
 */
#include "host.h"
#include "memory.h"
#include "samples.h"
#include "stream.h"
#include "unfilter.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A call of the host for so many bytes costs nothing beside their decoding. */
#define BYTES_A_CALL 65536
#define MOST_ROWS_A_CALL 64

static struct form form;
static size_t row_bytes, stride, pixel_bytes, converted_bytes;
/* Rows without their filters: that above the next ones, and those of a call. */
static unsigned char *plain_rows;
/* NULL where they need no conversion. */
static unsigned char *converted_rows;
static uint32_t rows_a_call, rows_left;
/* Rows of the last call, whose last one is above the next. */
static uint32_t rows_before;

/* Where the host writes what the picture is made of. */
EXPORT(form_at) struct form *form_at(void) { return &form; }

static void *block_of(uint64_t bytes) {
  unsigned char *block = bytes > PTRDIFF_MAX ? NULL : malloc(bytes);
  if (block == NULL) fail(BEYOND_GRANT, "no memory for rows");
  return block;
}

/* Goes to the first row, as the host does in the stream. */
EXPORT(start_rows) void start_rows(void) {
  start_stream(form.height);
  rows_left = form.height;
  rows_before = 0;
  memset(plain_rows, 0, stride);
}

/*
 * Takes the memory for a picture, of which the host has written the form, and goes to its first row.
 * Returns where decoded rows will be.
 */
EXPORT(open_picture) const unsigned char *open_picture(size_t granted_bytes) {
  start_memory(granted_bytes);
  uint64_t bits = (uint64_t)form.width * form.samples * form.bits;
  uint64_t bytes = (bits + 7) / 8;
  if (bytes > PTRDIFF_MAX / 8) fail(BEYOND_GRANT, "rows are too long");
  row_bytes = bytes;
  pixel_bytes = form.samples * form.bits < 8 ? 1 : form.samples * form.bits / 8;
  converted_bytes = (size_t)form.width * form.channels;
  size_t fit = BYTES_A_CALL / (row_bytes > converted_bytes ? row_bytes : converted_bytes);
  rows_a_call = fit < 1 ? 1 : fit > MOST_ROWS_A_CALL ? MOST_ROWS_A_CALL : fit;
  /* A plain row directly behind the one above it is what the host gets. */
  stride = row_bytes;
  plain_rows = block_of((uint64_t)stride * (rows_a_call + 1) + BEHIND_ROW);
  converted_rows = is_plain(&form) ? NULL : block_of((uint64_t)converted_bytes * rows_a_call + BEHIND_ROW);
  if (!make_stream(1 + row_bytes)) fail(BEYOND_GRANT, "no memory for the zlib stream");
  start_rows();
  return converted_rows != NULL ? converted_rows : plain_rows + stride;
}

/* Undoes the filters of the next rows. Returns how many. */
static uint32_t unfilter_rows(uint32_t most) {
  uint32_t count = most < rows_left ? most : rows_left;
  if (count > rows_a_call) count = rows_a_call;
  if (rows_before > 0) memcpy(plain_rows, plain_rows + rows_before * stride, stride);
  for (uint32_t each = 0; each < count; each++) {
    const unsigned char *row = next_row();
    unsigned char *above = plain_rows + each * stride;
    if (!is_filter(row[0])) fail(BROKEN, "a filter is not known");
    unfilter(row[0], row + 1, above, row_bytes, pixel_bytes, above + stride);
  }
  rows_left -= count;
  rows_before = count;
  return count;
}

/* Decodes the next rows. Returns how many: at most `most`, 0 below the picture. */
EXPORT(decode_rows) uint32_t decode_rows(uint32_t most) {
  uint32_t count = unfilter_rows(most);
  if (converted_rows == NULL) return count;
  for (uint32_t each = 0; each < count; each++) {
    convert_row(&form, plain_rows + (each + 1) * stride, converted_rows + each * converted_bytes);
  }
  return count;
}

/* Passes over rows. */
EXPORT(skip_rows) void skip_rows(uint32_t count) {
  while (count > 0 && rows_left > 0) count -= unfilter_rows(count);
}

/* Goes over the next rows, the first ones in the first call, as far as something may be broken or missing. `start_rows` then goes back. */
EXPORT(check_rows) void check_rows(uint32_t count) {
  for (uint32_t row = 0; row < count; row++) {
    if (!is_filter(next_row()[0])) fail(BROKEN, "a filter is not known");
  }
}
