/*
 * A lossy WebP picture read row by row: libwebp with the file outside of this memory, and errors that leave through the host.
 * One picture an instance. After `fail` the instance is in no state to be used; the host drops it.
 */
#include "host.h"
#include "libwebp.h"
#include "memory.h"
#include "partitions.h"
#include "src/dec/vp8i_dec.h"
#include "src/dsp/dsp.h"

#include <stdlib.h>
#include <string.h>

/* Rows that a row of macroblocks completes at most: those that its filter held back, and one that waits for the chroma below. */
#define MOST_ROWS (16 + 8 + 1)
/* Vectors of four pixels are written whole. */
#define BEHIND_ROWS 32

/* What the host reads after a call; decoder.ts has the same order. */
static struct {
  unsigned int width, height;
  const unsigned char *rows;
} state;

static VP8Decoder *decoder;
static VP8Io io;
static size_t channels;
static WebPUpsampleLinePairFunc upsample;
/* The last row of Y that has come, with its chroma: it waits for the chroma below. */
static unsigned char *waiting_y, *waiting_u, *waiting_v;
/* Finished rows, and those of them that nobody has taken. */
static unsigned char *rows;
static unsigned int first_row, next_row, end_row;
/* Rows above it need not be there. */
static unsigned int wanted_row;

static unsigned char *block_of(size_t bytes) {
  unsigned char *block = malloc(bytes);
  if (block == NULL) fail(BEYOND_GRANT, "no memory for rows");
  return block;
}

static _Noreturn void leave(void) {
  fail(had_no_memory ? BEYOND_GRANT : BROKEN, decoder->error_msg);
}

static unsigned char *place_of(unsigned int row) { return rows + (size_t)(row - first_row) * state.width * channels; }

/* Makes one row, or two that are one above the other, of brightness and of the chroma above and below. */
static void finish_rows(const unsigned char *top_y, const unsigned char *bottom_y, const unsigned char *top_u, const unsigned char *top_v,
                        const unsigned char *u, const unsigned char *v) {
  unsigned int row = end_row;
  end_row += bottom_y == NULL ? 1 : 2;
  if (end_row <= wanted_row) return;
  upsample(top_y, bottom_y, top_u, top_v, u, v, place_of(row), bottom_y == NULL ? NULL : place_of(row + 1), state.width);
}

/* Alpha of rows: all there is of it has been decoded as far as they are. */
static void add_alpha(unsigned int row) {
  if (row < wanted_row) row = wanted_row;
  if (channels != 4 || row >= end_row) return;
  WebPDispatchAlpha(decoder->alpha_plane + (size_t)row * state.width, state.width, state.width, end_row - row, place_of(row) + 3,
                    state.width * channels);
}

/*
 * Takes the next rows of Y, U and V of libwebp, whose own EmitFancyRGB does the same for a whole picture: a row is made of the
 * chroma above and below it, so that the last one has to wait, and the first and the last one of the picture count on one.
 */
static int put_rows(const VP8Io *put) {
  const unsigned char *y = put->y, *u = put->u, *v = put->v;
  unsigned int row = put->mb_y, end = put->mb_y + put->mb_h;
  first_row = next_row = end_row;
  if (row == 0) {
    finish_rows(y, NULL, u, v, u, v);
  } else {
    finish_rows(waiting_y, y, waiting_u, waiting_v, u, v);
  }
  for (; row + 2 < end; row += 2) {
    finish_rows(y + put->y_stride, y + 2 * put->y_stride, u, v, u + put->uv_stride, v + put->uv_stride);
    y += 2 * put->y_stride;
    u += put->uv_stride;
    v += put->uv_stride;
  }
  if (row + 1 < end) {
    y += put->y_stride;
    if (end == state.height) {
      finish_rows(y, NULL, u, v, u, v);
    } else {
      memcpy(waiting_y, y, state.width);
      memcpy(waiting_u, u, (state.width + 1) / 2);
      memcpy(waiting_v, v, (state.width + 1) / 2);
    }
  }
  add_alpha(first_row);
  return 1;
}

/* After the memory of the frame is there: libwebp would take that of the alpha plane twice. */
static void take_alpha(size_t alpha_bytes) {
  unsigned char *alpha = block_of(alpha_bytes);
  read_alpha(alpha);
  decoder->alpha_data = alpha;
  decoder->alpha_data_size = alpha_bytes;
  WebPInitAlphaProcessing();
}

/*
 * Reads the header and takes the memory for rows. May be called again at any time: for the same file from its beginning.
 * frame_bytes: of the VP8 frame; alpha_bytes: of the alpha chunk, 0 where there is none.
 * Returns where `state` is.
 */
EXPORT(open_file) const void *open_file(size_t granted_bytes, size_t frame_bytes, size_t alpha_bytes) {
  start_memory(granted_bytes);
  memset(&state, 0, sizeof(state));
  memset(&io, 0, sizeof(io));
  had_no_memory = 0;
  start_tables();
  decoder = VP8New();
  io.data = start_partitions(frame_bytes);
  if (decoder == NULL || io.data == NULL) fail(BEYOND_GRANT, "no memory for the header");
  io.data_size = frame_bytes;
  io.put = put_rows;
  if (!VP8GetInfo(io.data, frame_bytes, frame_bytes, NULL, NULL)) fail(BROKEN, "the frame header is not one");
  if (!VP8GetHeaders(decoder, &io)) leave();
  if (VP8EnterCritical(decoder, &io) != VP8_STATUS_OK || !VP8InitFrame(decoder, &io)) leave();
  state.width = io.width;
  state.height = io.height;
  channels = alpha_bytes > 0 ? 4 : 3;
  if (alpha_bytes > 0) take_alpha(alpha_bytes);
  WebPInitUpsamplers();
  upsample = WebPUpsamplers[channels == 4 ? MODE_RGBA : MODE_RGB];
  waiting_y = block_of(state.width * 2 + 2);
  waiting_u = waiting_y + state.width;
  waiting_v = waiting_u + (state.width + 1) / 2;
  rows = block_of((size_t)state.width * channels * MOST_ROWS + BEHIND_ROWS);
  first_row = next_row = end_row = wanted_row = 0;
  return &state;
}

/* As libwebp's own ParseFrame, a row of macroblocks at a time. */
static void decode_macroblocks(void) {
  VP8BitReader *codes = &decoder->parts[decoder->mb_y & decoder->num_parts_minus_one];
  if (!VP8ParseIntraModeRow(&decoder->br, decoder)) fail(BROKEN, "the modes end early");
  for (; decoder->mb_x < decoder->mb_w; decoder->mb_x++) {
    if (!VP8DecodeMB(decoder, codes)) fail(BROKEN, "the codes end early");
  }
  VP8InitScanline(decoder);
  if (!VP8ProcessRow(decoder, &io)) leave();
  decoder->mb_y++;
}

/* Decodes the next rows. Returns how many: at most `most`, 0 below the picture. `state` says where they are. */
EXPORT(decode_rows) unsigned int decode_rows(unsigned int most) {
  while (next_row == end_row && end_row < state.height) decode_macroblocks();
  unsigned int count = end_row - next_row < most ? end_row - next_row : most;
  state.rows = place_of(next_row);
  next_row += count;
  wanted_row = next_row;
  return count;
}

/* Passes over rows. */
EXPORT(skip_rows) void skip_rows(unsigned int count) {
  wanted_row = count < state.height - next_row ? next_row + count : state.height;
  while (end_row < wanted_row) decode_macroblocks();
  next_row = wanted_row;
}
