/* The functions of string.h that are used, each an instruction of WASM or a loop in memory.c. */
#pragma once
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t length);
void *memset(void *to, int value, size_t length);
void *memmove(void *to, const void *from, size_t length);
int memcmp(const void *one, const void *other, size_t length);
