/*
 * The partitions of a VP8 frame, which is outside of this memory. Its modes come first, with what is in front of them; the codes of
 * macroblocks follow, in up to eight partitions that are read side by side: of each there is a part here at a time.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/*
 * Reads what is in front of the codes. Returns where it is; what follows it in the file may be named by an address behind it, as
 * libwebp does, and only a reader of bits may be given one. NULL where there is no memory.
 */
const uint8_t *start_partitions(size_t frame_bytes);
