/* What the module asks its host for, and how it names what it gives. */
#pragma once
#include <stddef.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/* Why a file is not read on; given-up.ts has the same numbers. Memory is granted, and work. */
enum reason { BROKEN = 1, BEYOND_GRANT = 2 };

/* Copies up to `most` bytes of the VP8 frame, from `at` on; 0 at its end. */
IMPORT(read_frame) size_t read_frame(size_t at, unsigned char *to, size_t most);
/* Copies the whole alpha chunk. */
IMPORT(read_alpha) void read_alpha(unsigned char *to);
/* Throws in the host. */
IMPORT(fail) _Noreturn void fail(int reason, const char *text);
