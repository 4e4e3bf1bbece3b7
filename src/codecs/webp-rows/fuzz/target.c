/*
 * The decoder under libFuzzer: an input is a VP8 frame, an alpha chunk and, in its last bytes, how long the latter is and what a reader
 * does. It does what webp-rows.ts does, which drops a decoder that failed.
 */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "memory.h"

/* As `state` in decoder.c. */
struct state {
  unsigned int width, height;
  const unsigned char *rows;
};

/* Exports of decoder.c. */
const struct state *open_file(size_t granted_bytes, size_t frame_bytes, size_t alpha_bytes);
unsigned int decode_rows(unsigned int most);
void skip_rows(unsigned int count);
/* What it asks its host for. */
size_t read_frame(size_t at, unsigned char *to, size_t most);
void read_alpha(unsigned char *to);
_Noreturn void fail(int reason, const char *text);

/* Reasons of `fail` are 1 to this. */
#define REASONS 2
#define GRANTED_BYTES (96u << 20)
#define MOST_PIXELS 4194304u
/* Of most inputs: small pictures reach the same code, and many more of them are tried. */
#define USUAL_PIXELS 65536u
#define STEPS 4
/* Two of alpha's length, memory, how large it may be, and one of each step. */
#define PLAN_BYTES (4 + STEPS)

/* What goes wrong here is a fault of the decoder: libFuzzer keeps the input. */
#define CHECK(holds) \
  if (!(holds)) { \
    fprintf(stderr, "not so: %s\n", #holds); \
    abort(); \
  }

static const uint8_t *frame;
static size_t frame_bytes, alpha_bytes;
static jmp_buf given_up;

static struct {
  unsigned long long inputs, opened, whole, whole_with_alpha, by_reason[REASONS + 1];
  size_t most_memory, most_memory_by_rows;
  double slowest_seconds;
} totals;

size_t read_frame(size_t at, unsigned char *to, size_t most) {
  if (at >= frame_bytes) return 0;
  size_t count = frame_bytes - at < most ? frame_bytes - at : most;
  memcpy(to, frame + at, count);
  return count;
}

void read_alpha(unsigned char *to) { memcpy(to, frame + frame_bytes, alpha_bytes); }

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

/* As webp-room.ts says it; trees of codes, which a damaged file may have more of, are limited by the grant alone. */
static size_t memory_plan(const struct state *state) {
  return OWN_BYTES + (768u << 10) + 256u * state->width;
}

/* Reads so many rows. Returns how many there were. */
static unsigned int read_rows(const struct state *state, unsigned int count, uint64_t *hash) {
  unsigned int done = 0;
  while (done < count) {
    unsigned int decoded = decode_rows(count - done);
    CHECK(decoded <= count - done);
    if (decoded == 0) break;
    size_t length = (size_t)decoded * state->width * (alpha_bytes > 0 ? 4 : 3);
    for (size_t at = 0; at < length; at++) *hash = (*hash ^ state->rows[at]) * 1099511628211u;
    done += decoded;
  }
  return done;
}

static void read_picture(const uint8_t *plan) {
  const struct state *state = open_file(GRANTED_BYTES, frame_bytes, alpha_bytes);
  if ((uint64_t)state->width * state->height > (plan[3] % 32 == 31 ? MOST_PIXELS : USUAL_PIXELS)) return;
  CHECK(state->width > 0 && state->height > 0);
  totals.opened++;
  /* One in eight has less memory than it may want. */
  size_t granted = plan[2] % 8 == 0 ? OWN_BYTES + plan[2] * 4096u : GRANTED_BYTES;
  state = open_file(granted, frame_bytes, alpha_bytes);
  uint64_t expected = 0;
  CHECK(read_rows(state, UINT32_MAX, &expected) == state->height);
  totals.whole++;
  if (alpha_bytes > 0) totals.whole_with_alpha++;
  size_t used = used_memory();
  CHECK(used <= granted);
  if (alpha_bytes == 0) CHECK(used <= memory_plan(state));
  size_t *most = alpha_bytes > 0 ? &totals.most_memory : &totals.most_memory_by_rows;
  if (used > *most) *most = used;
  /* Again, in steps: the same rows, those aside that are passed over. */
  state = open_file(granted, frame_bytes, alpha_bytes);
  uint64_t hash = 0;
  unsigned int at = 0;
  int is_skipped = 0;
  for (int step = 0; step < STEPS; step++) {
    unsigned int count = 1 + plan[4 + step] / 2;
    if (plan[4 + step] % 2 == 0) {
      at += read_rows(state, count, &hash);
    } else {
      skip_rows(count);
      at += count;
      is_skipped = 1;
    }
  }
  unsigned int left = read_rows(state, UINT32_MAX, &hash);
  CHECK(at >= state->height ? left == 0 : left == state->height - at);
  CHECK(is_skipped || hash == expected);
  CHECK(used_memory() == used);
}

static void print_totals(void) {
  printf("totals: inputs %llu opened %llu whole %llu whole-with-alpha %llu broken %llu beyond-grant %llu memory-by-rows %zu "
         "memory-whole %zu slowest-ms %.0f\n",
         totals.inputs, totals.opened, totals.whole, totals.whole_with_alpha, totals.by_reason[1], totals.by_reason[2],
         totals.most_memory_by_rows, totals.most_memory, totals.slowest_seconds * 1000);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  atexit(print_totals);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
  if (length < PLAN_BYTES) return 0;
  size_t file_bytes = length - PLAN_BYTES;
  const uint8_t *plan = data + file_bytes;
  frame = data;
  alpha_bytes = (plan[0] | plan[1] << 8) % (file_bytes + 1);
  frame_bytes = file_bytes - alpha_bytes;
  double started_at = processor_seconds();
  totals.inputs++;
  if (setjmp(given_up) == 0) read_picture(plan);
  start_memory(0);
  double seconds = processor_seconds() - started_at;
  if (seconds > totals.slowest_seconds) totals.slowest_seconds = seconds;
  return 0;
}
