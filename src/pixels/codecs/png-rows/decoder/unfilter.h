/* Filters of rows: W3C PNG Specification, section 9. */
#pragma once
#include <stddef.h>

/* Bytes behind a row that are read or written with it. */
#define BEHIND_ROW 16

/* Whether a filter is one of the five. */
int is_filter(int filter);

/*
 * Undoes the filter of a row. `above` is the row above, zero for the first one; `into` is apart from both. All have BEHIND_ROW
 * bytes more, which `into` gets anything in.
 * pixel_bytes: 1, 2, 3, 4, 6, or 8.
 */
void unfilter(int filter, const unsigned char *row, const unsigned char *above, size_t bytes, int pixel_bytes, unsigned char *into);
