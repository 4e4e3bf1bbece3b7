/* The file, which is outside of this memory, as libjpeg reads it. */
#pragma once
#include "jinclude.h"
#include "jpeglib.h"

/* From its beginning on. */
struct jpeg_source_mgr *start_file(void);
/* Of the next byte that libjpeg takes. */
size_t file_position(void);
/* `position` is one that was told before. */
void go_to_position(size_t position);
