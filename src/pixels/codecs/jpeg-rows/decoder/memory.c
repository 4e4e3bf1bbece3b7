/*
 * Memory of one picture: blocks one after the other, from the end of the module's own data up to what was granted. Nothing
 * is given back singly, since libjpeg frees only when a picture is done; the next one starts over.
 */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define PAGE_BYTES 65536
/* What libjpeg-turbo aligns its rows to. */
#define ALIGNMENT 32

extern unsigned char __heap_base;

static size_t next;
static size_t end;

void start_memory(size_t granted_bytes) {
  next = (size_t)&__heap_base;
  end = granted_bytes;
}

/* NULL where the grant is used up or the host has no more: libjpeg then reports that it is out of memory. */
void *malloc(size_t length) {
  size_t start = (next + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (start > end || length > end - start) return NULL;
  size_t there = __builtin_wasm_memory_size(0) * PAGE_BYTES;
  if (start + length > there) {
    size_t missing = (start + length - there + PAGE_BYTES - 1) / PAGE_BYTES;
    if (__builtin_wasm_memory_grow(0, missing) == (size_t)-1) return NULL;
  }
  next = start + length;
  return (void *)start;
}

void free(void *block) { (void)block; }

void *memcpy(void *to, const void *from, size_t length) { return __builtin_memcpy(to, from, length); }

void *memset(void *to, int value, size_t length) { return __builtin_memset(to, value, length); }

void *memmove(void *to, const void *from, size_t length) { return __builtin_memmove(to, from, length); }

int memcmp(const void *one, const void *other, size_t length) {
  const unsigned char *first = one, *second = other;
  for (; length > 0; length--, first++, second++) {
    if (*first != *second) return *first - *second;
  }
  return 0;
}
