/* What the module asks its host for, and how it names what it gives. */
#pragma once
#include <stddef.h>

#define IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define EXPORT(name) __attribute__((export_name(#name)))

/* Takes the next bytes of the file. */
IMPORT(write_file) void write_file(const unsigned char *from, size_t count);
/* Throws in the host. `text` is one of jerror.h. */
IMPORT(fail) _Noreturn void fail(const char *text);
