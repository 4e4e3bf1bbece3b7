/* What the module asks its host for, and how it names what it gives. */
#pragma once
#include <stddef.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/* Why a file is not read on; decoder.ts has the same numbers. */
enum reason { BROKEN = 1, BEYOND_GRANT = 2, NOT_BUILT = 3, TOO_MANY_SCANS = 4 };

/* Copies up to `most` bytes of the file, from `at` on; 0 at its end. */
IMPORT(read_file) size_t read_file(size_t at, unsigned char *to, size_t most);
/* Throws in the host. `text` is one of jerror.h, `numbers` are the eight that it may name. */
IMPORT(fail) _Noreturn void fail(int reason, const char *text, const int *numbers);
/* Keep an entry of an index, and give it back. `at` counts entries. */
IMPORT(write_entry) void write_entry(size_t at, const void *entry);
IMPORT(read_entry) void read_entry(size_t at, void *entry);
