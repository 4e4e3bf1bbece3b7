/*
 * What the fuzz targets of the codecs have in common: libFuzzer's two functions, the end of a picture that is given up, totals. An input
 * is data and, in its last `plan_bytes`, what a reader does with it: the plan.
 */
#pragma once
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* What goes wrong here is a fault of the decoder: libFuzzer keeps the input. */
#define CHECK(holds) \
  if (!(holds)) { \
    fprintf(stderr, "not so: %s\n", #holds); \
    abort(); \
  }

/* What a target counts beside its inputs. */
struct counter {
  const char *name;
  unsigned long long count;
};

/* The target has these. Both lists end with a name that is NULL. */
extern const size_t plan_bytes;
/* What it counts. */
extern struct counter counters[];
/* Why its decoder fails: `fail`'s reason is a place here, 1 the first. */
extern struct counter reasons[];
/* Reads the picture of an input. The harness forgets its memory after it. */
void read_input(const uint8_t *data, size_t length, const uint8_t *plan);
/* Frees what the target itself holds of an input, also of one that was given up. */
void forget_input(void);

/* For the target's `fail`: counts the reason and ends the input. */
_Noreturn void give_up(int reason, const char *text);

/* Most memory of a picture read by rows, and of one held whole. */
void count_memory(size_t used, int is_whole);

#define HASH_START 14695981039346656037u

/* The hash with these bytes behind those before. */
uint64_t hash_of(uint64_t hash, const unsigned char *bytes, size_t length);

/* A picture that is read from its first row to its last. */
struct rows {
  uint32_t height;
  /* Reads at most so many, adds them to the hash, and returns how many there were. */
  uint32_t (*read)(uint32_t most, uint64_t *hash);
  void (*skip)(uint32_t count);
};

/* Reads it in steps: of each byte an even number reads on, an odd one passes over. Rows are the same as in one reading, those aside. */
void check_in_steps(const struct rows *rows, const uint8_t *steps, int step_count, uint64_t expected);
