/*
 * A JPEG file written row by row: libjpeg-turbo with the file outside of this memory, and errors that leave through the host. One
 * file an instance.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jerror.h"
#include "host.h"
#include "memory.h"

#define OUTPUT_BYTES 65536

/* Nobody asks for these two of the messages. */
#define JCOPYRIGHT_SHORT ""
#define JVERSION ""
static const char *const messages[] = {
#define JMESSAGE(code, string) string,
#include "jerror.h"
};

static struct jpeg_compress_struct picture;
static struct jpeg_error_mgr errors;
static struct jpeg_destination_mgr destination;
static unsigned char output[OUTPUT_BYTES];
static JSAMPROW row;

static _Noreturn void leave(j_common_ptr common) { fail(messages[common->err->msg_code]); }

static void note(j_common_ptr common, int level) {}

static void start_errors(j_common_ptr common) {}

static void start_output(j_compress_ptr cinfo) {
  destination.next_output_byte = output;
  destination.free_in_buffer = OUTPUT_BYTES;
}

static boolean empty_output(j_compress_ptr cinfo) {
  write_file(output, OUTPUT_BYTES);
  start_output(cinfo);
  return TRUE;
}

static void end_output(j_compress_ptr cinfo) { write_file(output, OUTPUT_BYTES - destination.free_in_buffer); }

/*
 * Starts a baseline file of one scan, 4:2:0.
 * fitted: its codes are those that suit the picture best, whose coefficients are held until they are known.
 * Returns where each row of RGBA goes.
 */
EXPORT(start_file)
unsigned char *start_file(size_t granted_bytes, JDIMENSION width, JDIMENSION height, int quality, int fitted) {
  start_memory(granted_bytes);
  errors.error_exit = leave;
  errors.emit_message = note;
  errors.reset_error_mgr = start_errors;
  picture.err = &errors;
  jpeg_create_compress(&picture);
  destination.init_destination = start_output;
  destination.empty_output_buffer = empty_output;
  destination.term_destination = end_output;
  picture.dest = &destination;
  picture.image_width = width;
  picture.image_height = height;
  picture.input_components = 4;
  picture.in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(&picture);
  jpeg_set_quality(&picture, quality, TRUE);
  picture.optimize_coding = fitted;
  jpeg_start_compress(&picture, TRUE);
  row = malloc((size_t)width * 4);
  if (row == NULL) fail("no memory for a row");
  return row;
}

/* The next row, which is where `start_file` said. */
EXPORT(write_row) void write_row(void) { jpeg_write_scanlines(&picture, &row, 1); }

EXPORT(end_file) void end_file(void) { jpeg_finish_compress(&picture); }
