/* zlib-ng, which reads from the host and writes some rows at a time. */
#include "stream.h"

#include "host.h"
#include "unfilter.h"
#include "zbuild.h"
#include "zlib-ng.h"

#include <stdlib.h>
#include <string.h>

#define INPUT_BYTES 32768
/* What is written at a time: of it zlib keeps a copy of the last 32 KiB. */
#define OUTPUT_BYTES 131072
/* Bytes behind the last row that are read for the checksum: as many as libpng reads. */
#define SURPLUS_BYTES 1024
/*
 * A deflate block takes up to some microseconds however little it holds, and a file has room for two million. So many may come, and
 * one more for so many bytes: the first ones take less than a turn of others, the further ones no more than their bytes.
 */
#define FREE_BLOCKS 4096
#define BYTES_A_BLOCK 1024
/* Of zlib's `data_type`: it has stopped behind a block. */
#define BEHIND_BLOCK 128

static zng_stream zlib;
static unsigned char input[INPUT_BYTES];
static unsigned char surplus[SURPLUS_BYTES];
static unsigned char *output;
static size_t output_room, row_length;
/* Of `output`: the next row, and how far it is written. */
static size_t next, end;
/* Bytes of all rows that zlib has not written yet. */
static uint64_t missing;
static uint32_t blocks;

/* In place of zlib-ng's zutil.c, whose blocks come from another allocator. */
void *zng_zcalloc(void *opaque, unsigned items, unsigned size) { return malloc((size_t)items * size); }
void zng_zcfree(void *opaque, void *block) { free(block); }

int make_stream(size_t row_bytes) {
  memset(&zlib, 0, sizeof(zlib));
  row_length = row_bytes;
  output_room = row_bytes + (row_bytes > OUTPUT_BYTES ? row_bytes : OUTPUT_BYTES);
  output = malloc(output_room + BEHIND_ROW);
  return output != NULL && zng_inflateInit(&zlib) == Z_OK;
}

void start_stream(uint32_t rows) {
  zng_inflateReset(&zlib);
  zlib.avail_in = 0;
  next = end = 0;
  missing = (uint64_t)rows * row_length;
  blocks = 0;
}

/* Writes so many bytes, or fewer where the stream ends before. Returns how many. */
static size_t inflate_into(unsigned char *to, size_t wanted) {
  zlib.next_out = to;
  zlib.avail_out = wanted;
  while (zlib.avail_out > 0) {
    if (zlib.avail_in == 0) {
      zlib.next_in = input;
      zlib.avail_in = read_data(input, INPUT_BYTES);
    }
    int is_at_end = zlib.avail_in == 0;
    uint32_t room = zlib.avail_out;
    /* Without input, too: a match may have been written in part, and nothing is left that would stop behind blocks. */
    int result = zng_inflate(&zlib, is_at_end ? Z_NO_FLUSH : Z_BLOCK);
    if (result == Z_STREAM_END) break;
    if (result != Z_OK && result != Z_BUF_ERROR) fail(BROKEN, zlib.msg != NULL ? zlib.msg : "the zlib stream is broken");
    if (zlib.data_type & BEHIND_BLOCK && ++blocks > FREE_BLOCKS + zlib.total_out / BYTES_A_BLOCK) {
      fail(BEYOND_GRANT, "the zlib stream has too many blocks for so few bytes");
    }
    if (is_at_end && zlib.avail_out == room) break;
  }
  return wanted - zlib.avail_out;
}

static void fill_output(void) {
  memmove(output, output + next, end - next);
  end -= next;
  next = 0;
  size_t room = output_room - end;
  size_t wanted = missing < room ? missing : room;
  size_t written = inflate_into(output + end, wanted);
  if (written < wanted) fail(BROKEN, "the zlib stream ends before the last row");
  end += written;
  missing -= written;
  if (missing == 0) inflate_into(surplus, SURPLUS_BYTES);
}

const unsigned char *next_row(void) {
  if (end - next < row_length) fill_output();
  const unsigned char *row = output + next;
  next += row_length;
  return row;
}
