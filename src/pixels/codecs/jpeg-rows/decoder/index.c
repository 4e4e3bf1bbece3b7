/* The index, and the decoder of Huffman codes, whose state nothing but its own source knows. */
#define JPEG_INTERNALS
#include "file.h"
#include "host.h"
#include "index.h"

#include <stdint.h>

/* parts.sh has jdhuff.c call it. */
static boolean decode_mcu_quickly(j_decompress_ptr cinfo, JBLOCKROW *MCU_data);
#include <jdhuff.c>

/* Files of more are not read. */
#define MOST_COMPONENTS 3

/* As it is before an MCU. The host keeps it. */
struct entry {
  bit_buf_type bits;
  uint32_t position;
  /* Their sums may overflow in a damaged file; a coefficient has the lower bits of one. */
  int16_t last_direct[MOST_COMPONENTS];
  uint16_t restarts_to_go;
  uint8_t bits_left, unread_marker, next_restart, is_insufficient;
};
_Static_assert(sizeof(struct entry) == 24, "decoder.ts counts on it");

/* The reading by index. */
static struct {
  JDIMENSION column, row;
  /* The MCU that each row begins with, and the one of its entry, which is this one or left of it. */
  JDIMENSION first, noted;
  /* Of the entry in the first row, and from row to row. */
  size_t entry, entries_a_row;
} at;

/*
 * Leaves coefficients of 0 where the MCU has to be decoded anew. Which ones are decoded quickly depends on where a part of the file
 * in memory ends, and rows may not.
 */
static boolean decode_mcu_quickly(j_decompress_ptr cinfo, JBLOCKROW *MCU_data) {
  if (decode_mcu_fast(cinfo, MCU_data)) return TRUE;
  if (MCU_data != NULL) {
    for (int block = 0; block < cinfo->blocks_in_MCU; block++) memset(MCU_data[block], 0, sizeof(JBLOCK));
  }
  return FALSE;
}

/* Entry 0 is of the first MCU, entry k of the one before the MCU that is a multiple of `apart`: a window looks left that far. */
static JDIMENSION noted_column(size_t entry, JDIMENSION apart) { return entry == 0 ? 0 : entry * apart - 1; }

static void note_state(j_decompress_ptr cinfo, size_t to) {
  huff_entropy_ptr entropy = (huff_entropy_ptr)cinfo->entropy;
  struct entry entry = {
    .bits = entropy->bitstate.get_buffer,
    .position = file_position(),
    .restarts_to_go = entropy->restarts_to_go,
    .bits_left = entropy->bitstate.bits_left,
    .unread_marker = cinfo->unread_marker,
    .next_restart = cinfo->marker->next_restart_num,
    .is_insufficient = entropy->pub.insufficient_data,
  };
  for (int each = 0; each < cinfo->comps_in_scan; each++) entry.last_direct[each] = entropy->saved.last_dc_val[each];
  write_entry(to, &entry);
}

static void restore_state(j_decompress_ptr cinfo, size_t from) {
  huff_entropy_ptr entropy = (huff_entropy_ptr)cinfo->entropy;
  struct entry entry;
  read_entry(from, &entry);
  go_to_position(entry.position);
  entropy->bitstate = (bitread_perm_state){entry.bits, entry.bits_left};
  entropy->restarts_to_go = entry.restarts_to_go;
  for (int each = 0; each < cinfo->comps_in_scan; each++) entropy->saved.last_dc_val[each] = entry.last_direct[each];
  cinfo->unread_marker = entry.unread_marker;
  cinfo->marker->next_restart_num = entry.next_restart;
  cinfo->marker->discarded_bytes = 0;
  entropy->pub.insufficient_data = entry.is_insufficient;
  /* The warning was about data of an earlier MCU, and holds for this one. */
  if (entry.is_insufficient) WARNMS(cinfo, JWRN_HIT_MARKER);
}

void write_index(j_decompress_ptr cinfo, JDIMENSION columns, JDIMENSION first, JDIMENSION rows, JDIMENSION apart) {
  size_t entries = (size_t)first * (columns / apart + 1);
  for (JDIMENSION row = 0; row < rows; row++) {
    for (JDIMENSION column = 0; column < columns; column++) {
      if (column == 0 || (column + 1) % apart == 0) note_state(cinfo, entries++);
      decode_mcu(cinfo, NULL);
    }
  }
}

/* In place of `decode_mcu`. An MCU that is skipped has no place to go to. */
static boolean decode_by_index(j_decompress_ptr cinfo, JBLOCKROW *MCU_data) {
  if (MCU_data != NULL) {
    if (at.column == 0) {
      restore_state(cinfo, at.entry + at.row * at.entries_a_row);
      for (JDIMENSION column = at.noted; column < at.first; column++) decode_mcu(cinfo, NULL);
    }
    decode_mcu(cinfo, MCU_data);
  }
  if (++at.column == cinfo->MCUs_per_row) {
    at.column = 0;
    at.row++;
  }
  return TRUE;
}

void read_by_index(j_decompress_ptr cinfo, JDIMENSION columns, JDIMENSION first, JDIMENSION apart) {
  size_t entry = (first + 1) / apart;
  memset(&at, 0, sizeof(at));
  at.first = first;
  at.entry = entry;
  at.noted = noted_column(entry, apart);
  at.entries_a_row = columns / apart + 1;
  cinfo->entropy->decode_mcu = decode_by_index;
}
