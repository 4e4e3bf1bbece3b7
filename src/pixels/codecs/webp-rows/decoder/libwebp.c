/* What libwebp asks for that is not built of it: its own memory functions, what the processor can do, and output of other kinds. */
#include "libwebp.h"

#include "host.h"
#include "src/dec/vp8_dec.h"
#include "src/dec/webpi_dec.h"
#include "src/dsp/dsp.h"
#include "src/utils/huffman_utils.h"
#include "src/utils/utils.h"

#include <stdlib.h>
#include <string.h>

static int has_vectors(CPUFeature feature) { return feature == kSSE2 || feature == kSSE4_1; }

VP8CPUInfo VP8GetCPUInfo = has_vectors;

int had_no_memory;

void *WebPSafeMalloc(uint64_t count, size_t size) {
  uint64_t bytes = count * size;
  /* Sides have 14 bits, and no item of libwebp has more than some hundred bytes: the product is right. */
  void *block = bytes > PTRDIFF_MAX ? NULL : malloc(bytes);
  had_no_memory |= block == NULL;
  return block;
}

void *WebPSafeCalloc(uint64_t count, size_t size) {
  void *block = WebPSafeMalloc(count, size);
  return block == NULL ? NULL : memset(block, 0, count * size);
}

void WebPSafeFree(void *block) { free(block); }

/*
 * All tables of codes of an alpha plane are read before its first row, and five in 3 bytes may be ones that no pixel uses: a file has
 * room for 330,000. So many take less than a turn of others; libwebp's own encoder makes at most 26,000, of pictures whose tables have no
 * room here.
 */
#define MOST_TABLES 16384

static unsigned int tables;

void start_tables(void) { tables = 0; }

int build_counted_table(HuffmanTables *root_table, int root_bits, const int code_lengths[], int code_lengths_size) {
  if (++tables > MOST_TABLES) fail(BEYOND_GRANT, "alpha has too many tables of codes");
  return VP8LBuildHuffmanTable(root_table, root_bits, code_lengths, code_lengths_size);
}

/* Called for alpha, which puts its rows into a plane by itself. */
void WebPInitCustomIo(WebPDecParams *params, VP8Io *io) {
  (void)params;
  (void)io;
}
