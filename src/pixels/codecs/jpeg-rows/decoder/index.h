/*
 * An index of a file of one scan of Huffman codes: the state of their decoder before some MCU (the blocks of all components that
 * are coded together) of each row, so that a window is decoded without what is above it and left of it.
 */
#pragma once
#include "jinclude.h"
#include "jpeglib.h"

/* Decodes the codes of so many rows of MCU and writes their entries, from the first row on. After jpeg_start_decompress. */
void write_index(j_decompress_ptr cinfo, JDIMENSION columns, JDIMENSION first, JDIMENSION rows, JDIMENSION apart);
/* Makes the decoder of codes take each row of MCU from column `first` on, of a picture as wide as `cinfo` has it. */
void read_by_index(j_decompress_ptr cinfo, JDIMENSION columns, JDIMENSION first, JDIMENSION apart);
