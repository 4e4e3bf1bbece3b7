#include "partitions.h"

#include "host.h"
#include "src/dec/vp8i_dec.h"
#include "src/utils/bit_reader_inl_utils.h"

#include <stdlib.h>

/* Tag, start code and sides. */
#define HEADER_BYTES 10
/* Lengths of all partitions but the last. */
#define LENGTHS_BYTES (3 * (MAX_NUM_PARTITIONS - 1))
/* The fuzz target has fewer, so that its files have many parts. */
#ifndef PART_BYTES
#define PART_BYTES 8192
#endif

/* libwebp's own: the beginning of a reader, and its end where there is nothing more. */
void init_bit_reader(VP8BitReader *br, const uint8_t *start, size_t size);
void load_final_bytes(VP8BitReader *br);

/* Of the frame, up to the codes. */
static uint8_t *front;
static int has_modes;

/* A partition of codes. */
struct partition {
  VP8BitReader *reader;
  /* Of the next byte that is not here, and of the end. In the frame. */
  size_t position, end;
  uint8_t part[PART_BYTES];
};
static struct partition partitions[MAX_NUM_PARTITIONS];
static size_t count;

const uint8_t *start_partitions(size_t frame_bytes) {
  uint8_t header[HEADER_BYTES];
  count = 0;
  has_modes = 0;
  if (read_frame(0, header, HEADER_BYTES) < HEADER_BYTES) fail(BROKEN, "the frame has no header");
  size_t modes_bytes = (header[0] | (header[1] << 8) | ((size_t)header[2] << 16)) >> 5;
  size_t wanted = HEADER_BYTES + modes_bytes + LENGTHS_BYTES;
  front = malloc(wanted);
  if (front != NULL) read_frame(0, front, wanted < frame_bytes ? wanted : frame_bytes);
  return front;
}

/* Fills the part up behind `kept` bytes. Returns how many there are then. */
static size_t fill(struct partition *partition, size_t kept) {
  size_t most = partition->end - partition->position;
  if (most > PART_BYTES - kept) most = PART_BYTES - kept;
  size_t got = most > 0 ? read_frame(partition->position, partition->part + kept, most) : 0;
  partition->position += got;
  /* The host knows how long the frame is: there is always what was asked for. */
  if (got < most) partition->end = partition->position;
  return kept + got;
}

/* Called for the modes first, then for each partition of codes. */
void VP8InitBitReader(VP8BitReader *br, const uint8_t *start, size_t size) {
  if (!has_modes) {
    has_modes = 1;
    init_bit_reader(br, start, size);
    return;
  }
  struct partition *partition = &partitions[count++];
  partition->reader = br;
  partition->position = (uintptr_t)start - (uintptr_t)front;
  partition->end = partition->position + size;
  init_bit_reader(br, partition->part, fill(partition, 0));
}

/* Called where fewer bytes are left than are taken at a time. */
void VP8LoadFinalBytes(VP8BitReader *br) {
  struct partition *partition = partitions;
  while (partition < partitions + count && partition->reader != br) partition++;
  if (partition == partitions + count || partition->position == partition->end) {
    load_final_bytes(br);
    return;
  }
  size_t kept = br->buf_end - br->buf;
  memmove(partition->part, br->buf, kept);
  VP8BitReaderSetBuffer(br, partition->part, fill(partition, kept));
  VP8LoadNewBytes(br);
}
