/* The rows of a picture out of its zlib stream, each led by its filter type. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Takes memory. `row_bytes` of a row and its filter type. Returns 0 where there is not enough. */
int make_stream(size_t row_bytes);
/* Goes to the beginning of the stream, of which the host has gone there, too. */
void start_stream(uint32_t rows);
/* The next row; valid until the next call. Behind the last one the checksum has been compared, where it is there. */
const unsigned char *next_row(void);
