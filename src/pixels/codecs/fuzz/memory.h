/* The fuzz target's memory.c in place of the decoder's: a block of its own for each, so that a step beyond one is found. */
#pragma once
#include "../jpeg-rows/decoder/memory.h"

/* What the module holds before its first block: data and stack. */
#define OWN_BYTES 131072

/* Bytes granted in blocks since the last `start_memory`, what the module holds itself included. */
size_t used_memory(void);
