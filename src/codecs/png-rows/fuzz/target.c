/*
 * The decoder under libFuzzer: an input is a zlib stream and, in its last bytes, what the picture is made of and what a reader does
 * with it. It does what png-rows.ts does, which drops a decoder that failed.
 */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"
#include "samples.h"

/* Exports of decoder.c. */
struct form *form_at(void);
const unsigned char *open_picture(size_t granted_bytes);
void start_rows(void);
uint32_t decode_rows(uint32_t most);
void skip_rows(uint32_t count);
void check_rows(uint32_t count);
/* What it asks its host for. */
size_t read_data(unsigned char *to, size_t most);
_Noreturn void fail(int reason, const char *text);

/* Reasons of `fail` are 1 to this. */
#define REASONS 2
#define GRANTED_BYTES (4u << 20)
#define STEPS 4
/* Two of each side, kind, memory, bytes of a piece, and one of each step. */
#define PLAN_BYTES (7 + STEPS)

/* What goes wrong here is a fault of the decoder: libFuzzer keeps the input. */
#define CHECK(holds) \
  if (!(holds)) { \
    fprintf(stderr, "not so: %s\n", #holds); \
    abort(); \
  }

/* Bits and samples of the colours that PNG has, what is made of them, and whether one colour is transparent. */
static const struct kind {
  uint8_t bits, samples, channels, has_transparent;
} kinds[] = {
    {1, 1, 3, 0}, {2, 1, 3, 0}, {4, 1, 4, 0}, {8, 1, 3, 0},  {8, 1, 4, 0},  {16, 1, 3, 0}, {16, 1, 4, 1}, {8, 2, 4, 0},
    {16, 2, 4, 0}, {8, 3, 3, 0}, {8, 3, 4, 1}, {16, 3, 3, 0}, {16, 3, 4, 1}, {8, 4, 4, 0},  {16, 4, 4, 0},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const uint8_t *stream;
static size_t stream_bytes, stream_at, piece_bytes;
static jmp_buf given_up;

static struct {
  unsigned long long inputs, opened, whole, by_reason[REASONS + 1];
  size_t most_memory;
  double slowest_seconds;
} totals;

size_t read_data(unsigned char *to, size_t most) {
  size_t count = stream_bytes - stream_at;
  if (count > most) count = most;
  if (count > piece_bytes) count = piece_bytes;
  memcpy(to, stream + stream_at, count);
  stream_at += count;
  return count;
}

_Noreturn void fail(int reason, const char *text) {
  CHECK(reason >= 1 && reason <= REASONS);
  CHECK(text != NULL);
  totals.by_reason[reason]++;
  longjmp(given_up, 1);
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

/* Reads so many rows. Returns how many there were. */
static uint32_t read_rows(const unsigned char *rows, uint32_t count, uint64_t *hash) {
  const struct form *form = form_at();
  uint32_t done = 0;
  while (done < count) {
    uint32_t decoded = decode_rows(count - done);
    CHECK(decoded <= count - done);
    if (decoded == 0) break;
    size_t length = (size_t)decoded * form->width * form->channels;
    for (size_t at = 0; at < length; at++) *hash = (*hash ^ rows[at]) * 1099511628211u;
    done += decoded;
  }
  return done;
}

static void read_picture(const uint8_t *plan) {
  struct form *form = form_at();
  const struct kind *kind = &kinds[plan[4] % KINDS];
  memset(form, 0, sizeof(*form));
  form->width = 1 + (plan[0] | plan[1] << 8) % 2000;
  form->height = 1 + (plan[2] | plan[3] << 8) % 2000;
  form->bits = kind->bits;
  form->samples = kind->samples;
  form->channels = kind->channels;
  form->has_transparent = kind->has_transparent;
  for (size_t at = 0; at < sizeof(form->table); at++) form->table[at] = at;
  /* One in eight has less memory than it may want. */
  size_t granted = plan[5] % 8 == 0 ? OWN_BYTES + plan[5] * 1024u : GRANTED_BYTES;
  const unsigned char *rows = open_picture(granted);
  totals.opened++;
  size_t used = used_memory();
  CHECK(used <= granted);
  /* As png-room.ts says it. */
  size_t row = (size_t)form->width * (form->samples * form->bits / 8 + 1);
  CHECK(used <= OWN_BYTES + (512u << 10) + 4 * row + 2 * (size_t)form->width * form->channels);
  if (used > totals.most_memory) totals.most_memory = used;
  uint64_t expected = 0;
  uint32_t row_count = read_rows(rows, form->height, &expected);
  CHECK(row_count == form->height);
  totals.whole++;
  stream_at = 0;
  start_rows();
  check_rows(form->height / 2);
  check_rows(form->height - form->height / 2);
  /* Again, in steps: the same rows, those aside that are passed over. */
  uint64_t hash = 0;
  uint32_t at = 0;
  stream_at = 0;
  start_rows();
  int is_skipped = 0;
  for (int step = 0; step < STEPS; step++) {
    uint32_t count = 1 + plan[7 + step] / 2;
    if (plan[7 + step] % 2 == 0) {
      at += read_rows(rows, count, &hash);
    } else {
      skip_rows(count);
      at += count;
      is_skipped = 1;
    }
  }
  uint32_t left = read_rows(rows, UINT32_MAX, &hash);
  CHECK(at >= form->height ? left == 0 : left == form->height - at);
  CHECK(is_skipped || hash == expected);
  CHECK(used_memory() == used);
}

static void print_totals(void) {
  printf("totals: inputs %llu opened %llu whole %llu broken %llu beyond-grant %llu memory-by-rows %zu slowest-ms %.0f\n", totals.inputs,
         totals.opened, totals.whole, totals.by_reason[1], totals.by_reason[2], totals.most_memory, totals.slowest_seconds * 1000);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  atexit(print_totals);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
  if (length < PLAN_BYTES) return 0;
  stream = data;
  stream_bytes = length - PLAN_BYTES;
  stream_at = 0;
  const uint8_t *plan = data + stream_bytes;
  piece_bytes = 1 + (plan[6] == 255 ? SIZE_MAX - 1 : plan[6] * 16u);
  double started_at = processor_seconds();
  totals.inputs++;
  if (setjmp(given_up) == 0) read_picture(plan);
  start_memory(0);
  double seconds = processor_seconds() - started_at;
  if (seconds > totals.slowest_seconds) totals.slowest_seconds = seconds;
  return 0;
}
