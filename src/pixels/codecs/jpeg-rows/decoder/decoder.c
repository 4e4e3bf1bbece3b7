/*
 * A JPEG file read row by row: libjpeg-turbo with the file outside of this memory, and errors that leave through the host.
 * One picture an instance. After `fail` the instance is in no state to be used; the host drops it.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jerror.h"
#include "file.h"
#include "host.h"
#include "index.h"
#include "memory.h"

#include <stdint.h>

/* A call of the host for so many rows costs nothing beside their decoding. */
#define ROWS_A_CALL 8
/* So many make more than a cache line of a turned one, and stay in the cache with the columns that are turned at a time. */
#define ROWS_TURNED 32
/* What is turned is taken four bytes at a time, of which a pixel has three. */
#define BEHIND_ROWS 1

/* Nobody asks for these two of the messages. */
#define JCOPYRIGHT_SHORT ""
#define JVERSION ""
static const char *const messages[] = {
#define JMESSAGE(code, string) string,
#include "jerror.h"
};

/* What the host reads after a call; decoder.ts has the same order. */
static struct {
  JDIMENSION width, height, channels;
  /* Coefficients of the whole picture are held. */
  unsigned int is_whole;
  unsigned int warnings;
  /* The data ended before the picture did; what is missing has been made up. */
  unsigned int ended_early;
  const unsigned char *rows;
  /* Of MCU, where an index can be made; else 0. */
  JDIMENSION mcu_columns, mcu_rows;
  /* Pixels of the file from one MCU to the next. */
  JDIMENSION mcu_width;
} state;

static struct jpeg_decompress_struct picture;
static struct jpeg_error_mgr errors;
static struct jpeg_progress_mgr progress;
static int most_scans;

/* The window: columns that the decoder gives left of it, its width, and the rows not given yet. */
static JDIMENSION margin, window_width, rows_left;
/* Rows that there is memory for. */
static JDIMENSION room;
static JSAMPROW decoded_rows[ROWS_TURNED];

static _Noreturn void leave(j_common_ptr common) {
  int code = common->err->msg_code;
  enum reason reason = code == JERR_OUT_OF_MEMORY ? BEYOND_GRANT : BROKEN;
  fail(reason, messages[code], common->err->msg_parm.i);
}

static void note(j_common_ptr common, int level) {
  if (level >= 0) return;
  state.warnings++;
  int code = common->err->msg_code;
  if (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER) state.ended_early = 1;
}

static void start_errors(j_common_ptr common) { common->err->msg_code = 0; }

/* Called for each row of blocks of a file that is read whole before its first row is given. */
static void count_scans(j_common_ptr common) {
  if (((j_decompress_ptr)common)->input_scan_number > most_scans) fail(TOO_MANY_SCANS, "too many scans", errors.msg_parm.i);
}

/* A scan of one component is coded block by block. */
static void count_mcus(void) {
  int is_single = picture.comps_in_scan == 1;
  JDIMENSION mcu_height = DCTSIZE * (is_single ? 1 : picture.max_v_samp_factor);
  state.mcu_width = DCTSIZE * (is_single ? 1 : picture.max_h_samp_factor);
  state.mcu_columns = (picture.image_width + state.mcu_width - 1) / state.mcu_width;
  state.mcu_rows = (picture.image_height + mcu_height - 1) / mcu_height;
}

/*
 * Reads the header. May be called again at any time: for the same file from its beginning.
 * eighths: 1 to 8, of the picture's size. most_scans_wanted: more of them fail.
 * Returns where `state` is.
 */
EXPORT(open_file) const void *open_file(size_t granted_bytes, unsigned int eighths, int most_scans_wanted) {
  start_memory(granted_bytes);
  memset(&state, 0, sizeof(state));
  memset(&picture, 0, sizeof(picture));
  memset(&errors, 0, sizeof(errors));
  most_scans = most_scans_wanted;
  errors.error_exit = leave;
  errors.emit_message = note;
  errors.reset_error_mgr = start_errors;
  picture.err = &errors;
  jpeg_create_decompress(&picture);
  picture.src = start_file();
  progress.progress_monitor = count_scans;
  picture.progress = &progress;
  jpeg_read_header(&picture, TRUE);
  /* Codes are read as by an index, also behind a header that goes beyond the end of the file. */
  go_to_position(file_position());
  if (picture.data_precision != 8 || picture.master->lossless) fail(NOT_BUILT, "not 8 bits a sample", errors.msg_parm.i);
  J_COLOR_SPACE colours = picture.jpeg_color_space;
  if (colours != JCS_GRAYSCALE && colours != JCS_YCbCr && colours != JCS_RGB) {
    fail(NOT_BUILT, "neither grey nor RGB", errors.msg_parm.i);
  }
  /* A hundred bytes of it may make a scan that takes half a second for 4 megapixels. */
  if (picture.arith_code && picture.inputctl->has_multiple_scans) {
    fail(NOT_BUILT, "several scans of arithmetic coding", errors.msg_parm.i);
  }
  picture.out_color_space = colours == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
  picture.scale_num = eighths;
  picture.scale_denom = 8;
  jpeg_calc_output_dimensions(&picture);
  state.width = picture.output_width;
  state.height = picture.output_height;
  state.channels = picture.output_components;
  state.is_whole = picture.inputctl->has_multiple_scans;
  if (!state.is_whole && !picture.arith_code) count_mcus();
  return &state;
}

/* The decoder begins at whole blocks, and looks at the pixels beside each: it gets a block more on both sides. */
static void set_columns(JDIMENSION left, JDIMENSION width) {
  JDIMENSION block = picture.max_h_samp_factor * picture.min_DCT_scaled_size;
  JDIMENSION from = left > block ? left - block : 0;
  JDIMENSION full_width = picture.output_width;
  JDIMENSION to = full_width - left - width > block ? left + width + block : full_width;
  JDIMENSION decoded = to - from;
  jpeg_crop_scanline(&picture, &from, &decoded);
  margin = left - from;
  window_width = width;
}

/* From now on the picture is this wide, and the decoder takes memory for no more. Before jpeg_start_decompress. */
static void narrow_picture(JDIMENSION width) {
  picture.image_width = width;
  for (int each = 0; each < picture.num_components; each++) {
    jpeg_component_info *component = &picture.comp_info[each];
    JDIMENSION full = picture.max_h_samp_factor * DCTSIZE;
    component->width_in_blocks = (width * component->h_samp_factor + full - 1) / full;
  }
}

/* Makes some columns of MCU the whole picture: those of the window, and one more on both sides, which its pixels depend on. */
static void set_columns_by_index(JDIMENSION left, JDIMENSION width, JDIMENSION apart) {
  JDIMENSION mcu = state.mcu_width / DCTSIZE * picture.min_DCT_scaled_size;
  JDIMENSION first = left / mcu;
  if (first > 0) first--;
  JDIMENSION end = (left + width - 1) / mcu + 2;
  JDIMENSION end_pixel = end < state.mcu_columns ? end * state.mcu_width : picture.image_width;
  narrow_picture(end_pixel - first * state.mcu_width);
  jpeg_start_decompress(&picture);
  read_by_index(&picture, state.mcu_columns, first, apart);
  margin = left - first * mcu;
  window_width = width;
}

/* Begins an index, after `open_file`. */
EXPORT(begin_index) void begin_index(void) {
  if (state.mcu_columns == 0) fail(NOT_BUILT, "no index of several scans or arithmetic coding", errors.msg_parm.i);
  narrow_picture(1);
  jpeg_start_decompress(&picture);
}

/* Goes on with it: entries of rows of MCU, each once and in order, `apart` MCU from each other, at least two. */
EXPORT(index_rows) void index_rows(JDIMENSION first, JDIMENSION rows, JDIMENSION apart) {
  write_index(&picture, state.mcu_columns, first, rows, apart);
}

/*
 * Reads codes of a picture that is held whole, after `open_file`: those of so many rows of MCU, of whichever scans. Returns 1 while
 * there are more, which `start_rows` would read.
 */
EXPORT(read_codes) int read_codes(JDIMENSION rows) {
  if (!state.is_whole) return 0;
  if (picture.global_state == DSTATE_READY) {
    jinit_master_decompress(&picture);
    picture.global_state = DSTATE_PRELOAD;
  }
  while (rows-- > 0) {
    count_scans((j_common_ptr)&picture);
    if ((*picture.inputctl->consume_input)(&picture) == JPEG_REACHED_EOI) return 0;
  }
  return 1;
}

/* Memory for decoded rows, without space in between. */
static void make_room(JDIMENSION rows) {
  if (room == rows) return;
  room = rows;
  size_t row_bytes = (size_t)picture.output_width * state.channels;
  unsigned char *block = malloc(row_bytes * rows + BEHIND_ROWS);
  if (block == NULL) fail(BEYOND_GRANT, "no memory for rows", errors.msg_parm.i);
  for (JDIMENSION row = 0; row < rows; row++) decoded_rows[row] = block + row * row_bytes;
}

/*
 * Passes over rows. Of a picture that is held whole they are decoded, which costs no reading of codes: jpeg_skip_scanlines of
 * libjpeg-turbo 3.1.0 never returns near the end of some pictures whose chroma depends on the rows beside it.
 */
static void pass_over(JDIMENSION count) {
  if (count == 0) return;
  if (!state.is_whole) {
    jpeg_skip_scanlines(&picture, count);
    return;
  }
  make_room(ROWS_A_CALL);
  while (count > 0) count -= jpeg_read_scanlines(&picture, decoded_rows, count < room ? count : room);
}

/*
 * Starts the rows of a window inside the picture, after `open_file`.
 * apart: as the index was made with; 0 to decode all codes that come before.
 */
EXPORT(start_rows)
void start_rows(JDIMENSION left, JDIMENSION top, JDIMENSION width, JDIMENSION height, JDIMENSION apart) {
  if (apart > 0) {
    set_columns_by_index(left, width, apart);
  } else {
    jpeg_start_decompress(&picture);
    set_columns(left, width);
  }
  rows_left = height;
  room = 0;
  pass_over(top);
}

/* The next rows, as many as there is room for, with the columns beside the window. */
static JDIMENSION decode(JDIMENSION most) {
  JDIMENSION wanted = most < rows_left ? most : rows_left;
  if (wanted > room) wanted = room;
  JDIMENSION count = 0;
  while (count < wanted) count += jpeg_read_scanlines(&picture, decoded_rows + count, wanted - count);
  rows_left -= count;
  return count;
}

/* Decodes the next rows. Returns how many: at most ROWS_A_CALL and `most`, 0 below the window. `state` says where they are. */
EXPORT(decode_rows) JDIMENSION decode_rows(JDIMENSION most) {
  make_room(ROWS_A_CALL);
  JDIMENSION count = decode(most);
  size_t row_bytes = (size_t)window_width * state.channels;
  /* The rows of a window are moved together, each to the left of where it was. */
  if (window_width != picture.output_width) {
    for (JDIMENSION row = 0; row < count; row++) {
      memmove(decoded_rows[0] + row * row_bytes, decoded_rows[row] + (size_t)margin * state.channels, row_bytes);
    }
  }
  state.rows = decoded_rows[0];
  return count;
}

/* Passes over rows of the window, after `start_rows`. */
EXPORT(skip_rows) void skip_rows(JDIMENSION count) {
  JDIMENSION skipped = count < rows_left ? count : rows_left;
  pass_over(skipped);
  rows_left -= skipped;
}

/* Puts a column of decoded rows, from one side to the other, where its RGB follow each other. */
static void place_column(unsigned char *to, const unsigned char *from, ptrdiff_t step, JDIMENSION count) {
  if (state.channels == 1) {
    for (JDIMENSION row = 0; row < count; row++, from += step, to += 3) to[0] = to[1] = to[2] = *from;
    return;
  }
  for (JDIMENSION row = 1; row < count; row++, from += step, to += 3) __builtin_memcpy(to, from, 4);
  __builtin_memcpy(to, from, 3);
}

/*
 * Decodes all rows of the window, after `start_rows`, into a picture of swapped sides. Returns where its RGB are.
 * start, across, down: the place there of the first pixel, and the steps to the next pixel and row of the window, in pixels.
 */
EXPORT(decode_turned) const unsigned char *decode_turned(ptrdiff_t start, ptrdiff_t across, ptrdiff_t down) {
  unsigned long long bytes = 3ull * window_width * rows_left;
  unsigned char *turned = bytes > PTRDIFF_MAX ? NULL : malloc(bytes);
  if (turned == NULL) fail(BEYOND_GRANT, "no memory for turned rows", errors.msg_parm.i);
  make_room(ROWS_TURNED);
  ptrdiff_t row_bytes = (ptrdiff_t)picture.output_width * state.channels;
  ptrdiff_t top = 0;
  for (JDIMENSION count; (count = decode(ROWS_TURNED)) > 0; top += count) {
    /* The row whose pixels come first. */
    ptrdiff_t row = down > 0 ? 0 : count - 1;
    const unsigned char *from = decoded_rows[row] + margin * state.channels;
    unsigned char *to = turned + 3 * (start + (top + row) * down);
    for (JDIMENSION column = 0; column < window_width; column++) {
      place_column(to, from, row_bytes * down, count);
      from += state.channels;
      to += 3 * across;
    }
  }
  return turned;
}
