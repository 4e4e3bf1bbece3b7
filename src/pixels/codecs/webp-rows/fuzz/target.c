/*
 * The decoder under libFuzzer: an input is a VP8 frame, an alpha chunk and, in its last bytes, how long the latter is and what a reader
 * does. It does what webp-rows.ts does, which drops a decoder that failed.
 */
#include "harness.h"

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

#define GRANTED_BYTES (96u << 20)
#define MOST_PIXELS 4194304u
/* Of most inputs: small pictures reach the same code, and many more of them are tried. */
#define USUAL_PIXELS 65536u
#define STEPS 4
/* Two of alpha's length, memory, how large it may be, and one of each step. */
const size_t plan_bytes = 4 + STEPS;

static const uint8_t *frame;
static size_t frame_bytes, alpha_bytes;
static const struct state *state;

enum counted { OPENED, WHOLE, WHOLE_WITH_ALPHA };
struct counter counters[] = {{"opened", 0}, {"whole", 0}, {"whole-with-alpha", 0}, {NULL, 0}};
struct counter reasons[] = {{"broken", 0}, {"beyond-grant", 0}, {NULL, 0}};

size_t read_frame(size_t at, unsigned char *to, size_t most) {
  if (at >= frame_bytes) return 0;
  size_t count = frame_bytes - at < most ? frame_bytes - at : most;
  memcpy(to, frame + at, count);
  return count;
}

void read_alpha(unsigned char *to) { memcpy(to, frame + frame_bytes, alpha_bytes); }

_Noreturn void fail(int reason, const char *text) {
  give_up(reason, text);
}

/* As webp-room.ts says it; trees of codes, which a damaged file may have more of, are limited by the grant alone. */
static size_t memory_plan(void) {
  return OWN_BYTES + (768u << 10) + 256u * state->width;
}

/* Reads so many rows. Returns how many there were. */
static uint32_t read_rows(uint32_t count, uint64_t *hash) {
  unsigned int done = 0;
  while (done < count) {
    unsigned int decoded = decode_rows(count - done);
    CHECK(decoded <= count - done);
    if (decoded == 0) break;
    size_t length = (size_t)decoded * state->width * (alpha_bytes > 0 ? 4 : 3);
    *hash = hash_of(*hash, state->rows, length);
    done += decoded;
  }
  return done;
}

void read_input(const uint8_t *data, size_t length, const uint8_t *plan) {
  frame = data;
  alpha_bytes = (plan[0] | plan[1] << 8) % (length + 1);
  frame_bytes = length - alpha_bytes;
  state = open_file(GRANTED_BYTES, frame_bytes, alpha_bytes);
  if ((uint64_t)state->width * state->height > (plan[3] % 32 == 31 ? MOST_PIXELS : USUAL_PIXELS)) return;
  CHECK(state->width > 0 && state->height > 0);
  counters[OPENED].count++;
  /* One in eight has less memory than it may want. */
  size_t granted = plan[2] % 8 == 0 ? OWN_BYTES + plan[2] * 4096u : GRANTED_BYTES;
  state = open_file(granted, frame_bytes, alpha_bytes);
  uint64_t expected = HASH_START;
  CHECK(read_rows(UINT32_MAX, &expected) == state->height);
  counters[WHOLE].count++;
  if (alpha_bytes > 0) counters[WHOLE_WITH_ALPHA].count++;
  size_t used = used_memory();
  CHECK(used <= granted);
  if (alpha_bytes == 0) CHECK(used <= memory_plan());
  count_memory(used, alpha_bytes > 0);
  state = open_file(granted, frame_bytes, alpha_bytes);
  check_in_steps(&(struct rows){state->height, read_rows, skip_rows}, plan + 4, STEPS, expected);
  CHECK(used_memory() == used);
}

void forget_input(void) {}
