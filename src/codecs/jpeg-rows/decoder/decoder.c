/*
 * A JPEG file read row by row: libjpeg-turbo with the file outside of this memory, and errors that leave through the host.
 * One picture an instance. After `fail` the instance is in no state to be used; the host drops it.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jerror.h"
#include "memory.h"

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/* Why a file is not read on; decoder.ts has the same numbers. */
enum reason { BROKEN = 1, BEYOND_GRANT = 2, NOT_BUILT = 3, TOO_MANY_SCANS = 4 };

/* Copies up to `most` bytes of the file, from `at` on; 0 at its end. */
IMPORT(read_file) size_t read_file(size_t at, unsigned char *to, size_t most);
/* Throws in the host. `text` is one of jerror.h, `numbers` are the eight that it may name. */
IMPORT(fail) _Noreturn void fail(int reason, const char *text, const int *numbers);

#define INPUT_BYTES 16384
/* A call of the host for so many rows costs nothing beside their decoding. */
#define ROWS_A_CALL 8

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
} state;

static struct jpeg_decompress_struct picture;
static struct jpeg_error_mgr errors;
static struct jpeg_progress_mgr progress;
static struct jpeg_source_mgr source;
static unsigned char input[INPUT_BYTES];
static size_t read_bytes;
static int most_scans;

/* The window: columns that the decoder gives left of it, its width, and the rows not given yet. */
static JDIMENSION margin, window_width, rows_left;
static JSAMPROW decoded_rows[ROWS_A_CALL];
static unsigned char *given_rows;

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

static void start_source(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean fill_input(j_decompress_ptr cinfo) {
  size_t filled = read_file(read_bytes, input, INPUT_BYTES);
  read_bytes += filled;
  if (filled == 0) {
    /* As libjpeg's own sources do: what is missing counts as the end of the picture. */
    WARNMS(cinfo, JWRN_JPEG_EOF);
    input[0] = 0xFF;
    input[1] = JPEG_EOI;
    filled = 2;
  }
  source.next_input_byte = input;
  source.bytes_in_buffer = filled;
  return TRUE;
}

static void skip_input(j_decompress_ptr cinfo, long count) {
  (void)cinfo;
  if (count <= 0) return;
  size_t skipped = (size_t)count;
  if (skipped <= source.bytes_in_buffer) {
    source.next_input_byte += skipped;
    source.bytes_in_buffer -= skipped;
    return;
  }
  read_bytes += skipped - source.bytes_in_buffer;
  source.bytes_in_buffer = 0;
}

static void end_source(j_decompress_ptr cinfo) { (void)cinfo; }

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
  read_bytes = 0;
  most_scans = most_scans_wanted;
  errors.error_exit = leave;
  errors.emit_message = note;
  errors.reset_error_mgr = start_errors;
  picture.err = &errors;
  jpeg_create_decompress(&picture);
  source = (struct jpeg_source_mgr){NULL,       0,         start_source, fill_input,
                                    skip_input, jpeg_resync_to_restart, end_source};
  picture.src = &source;
  progress.progress_monitor = count_scans;
  picture.progress = &progress;
  jpeg_read_header(&picture, TRUE);
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

/* Starts the rows of a window inside the picture, after `open_file`. */
EXPORT(start_rows) void start_rows(JDIMENSION left, JDIMENSION top, JDIMENSION width, JDIMENSION height) {
  jpeg_start_decompress(&picture);
  set_columns(left, width);
  size_t row_bytes = (size_t)picture.output_width * state.channels;
  unsigned char *block = malloc(row_bytes * ROWS_A_CALL);
  if (block == NULL) fail(BEYOND_GRANT, "no memory for rows", errors.msg_parm.i);
  for (int row = 0; row < ROWS_A_CALL; row++) decoded_rows[row] = block + row * row_bytes;
  given_rows = block;
  rows_left = height;
  if (top > 0) jpeg_skip_scanlines(&picture, top);
}

/* Decodes the next rows. Returns how many: at most ROWS_A_CALL and `most`, 0 below the window. `state` says where they are. */
EXPORT(decode_rows) JDIMENSION decode_rows(JDIMENSION most) {
  JDIMENSION wanted = most < rows_left ? most : rows_left;
  if (wanted > ROWS_A_CALL) wanted = ROWS_A_CALL;
  JDIMENSION count = 0;
  while (count < wanted) count += jpeg_read_scanlines(&picture, decoded_rows + count, wanted - count);
  rows_left -= count;
  size_t row_bytes = (size_t)window_width * state.channels;
  /* The rows of a window are moved together, each to the left of where it was. */
  if (window_width != picture.output_width) {
    for (JDIMENSION row = 0; row < count; row++) {
      memmove(given_rows + row * row_bytes, decoded_rows[row] + (size_t)margin * state.channels, row_bytes);
    }
  }
  state.rows = given_rows;
  return count;
}

/* Passes over rows of the window, after `start_rows`. */
EXPORT(skip_rows) void skip_rows(JDIMENSION count) {
  JDIMENSION skipped = count < rows_left ? count : rows_left;
  if (skipped > 0) jpeg_skip_scanlines(&picture, skipped);
  rows_left -= skipped;
}
