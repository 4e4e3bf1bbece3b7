/* What libwebp asks for that is not built of it: its own memory functions, what the processor can do, and output of other kinds. */
#include "libwebp.h"

#include "src/dec/vp8_dec.h"
#include "src/dec/webpi_dec.h"
#include "src/dsp/dsp.h"
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

/* Called for alpha, which puts its rows into a plane by itself. */
void WebPInitCustomIo(WebPDecParams *params, VP8Io *io) {
  (void)params;
  (void)io;
}
