/* The file, a part at a time. */
#define JPEG_INTERNALS
#include "file.h"

#include "host.h"
#include "jerror.h"

#ifndef INPUT_BYTES
#define INPUT_BYTES 16384
#endif

static struct jpeg_source_mgr source;
static unsigned char input[INPUT_BYTES];
static size_t read_bytes;

static void fill_from(size_t position) {
  source.next_input_byte = input;
  source.bytes_in_buffer = read_file(position, input, INPUT_BYTES);
  read_bytes = position + source.bytes_in_buffer;
}

static void start_source(j_decompress_ptr cinfo) { (void)cinfo; }

static boolean fill_input(j_decompress_ptr cinfo) {
  fill_from(read_bytes);
  if (source.bytes_in_buffer == 0) {
    /*
     * As libjpeg's own sources do: what is missing counts as the end of the picture. Both bytes are taken at once, but for those of
     * a header. They have positions too, and from each of these on the same follows.
     */
    WARNMS(cinfo, JWRN_JPEG_EOF);
    input[0] = 0xFF;
    input[1] = JPEG_EOI;
    source.bytes_in_buffer = 2;
    read_bytes += 2;
  }
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

struct jpeg_source_mgr *start_file(void) {
  read_bytes = 0;
  source = (struct jpeg_source_mgr){NULL,       0,         start_source, fill_input,
                                    skip_input, jpeg_resync_to_restart, end_source};
  return &source;
}

size_t file_position(void) { return read_bytes - source.bytes_in_buffer; }

void go_to_position(size_t position) { fill_from(position); }
