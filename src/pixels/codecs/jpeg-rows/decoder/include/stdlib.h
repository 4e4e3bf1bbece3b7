/* The functions of stdlib.h that are used: memory.c. */
#pragma once
#include <stddef.h>
void *malloc(size_t length);
void free(void *block);
