/* What the module asks its host for, and how it names what it gives. */
#pragma once
#include <stddef.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/* Why a file is not read on; given-up.ts has the same numbers. Memory is granted, and work. */
enum reason { BROKEN = 1, BEYOND_GRANT = 2 };

/* Copies up to `most` of the next bytes of the zlib stream; 0 at its end. */
IMPORT(read_data) size_t read_data(unsigned char *to, size_t most);
/* Throws in the host. */
IMPORT(fail) _Noreturn void fail(int reason, const char *text);
