/*
 * The decoder under libFuzzer: an input is a zlib stream and, in its last bytes, what the picture is made of and what a reader does
 * with it. It does what png-rows.ts does, which drops a decoder that failed.
 */
#include "harness.h"
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

#define GRANTED_BYTES (4u << 20)
#define STEPS 4
/* Two of each side, kind, memory, bytes of a piece, and one of each step. */
const size_t plan_bytes = 7 + STEPS;

/* Bits and samples of the colours that PNG has, what is made of them, and whether one colour is transparent. */
static const struct kind {
  uint8_t bits, samples, channels, has_transparent;
} kinds[] = {
    {1, 1, 3, 0}, {2, 1, 3, 0}, {4, 1, 4, 0}, {8, 1, 3, 0},  {8, 1, 4, 0},  {16, 1, 3, 0}, {16, 1, 4, 1}, {8, 2, 4, 0},
    {16, 2, 4, 0}, {8, 3, 3, 0}, {8, 3, 4, 1}, {16, 3, 3, 0}, {16, 3, 4, 1}, {8, 4, 4, 0},  {16, 4, 4, 0},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static const uint8_t *stream;
static const unsigned char *picture_rows;
static size_t stream_bytes, stream_at, piece_bytes;

enum counted { OPENED, WHOLE };
struct counter counters[] = {{"opened", 0}, {"whole", 0}, {NULL, 0}};
struct counter reasons[] = {{"broken", 0}, {"beyond-grant", 0}, {NULL, 0}};

size_t read_data(unsigned char *to, size_t most) {
  size_t count = stream_bytes - stream_at;
  if (count > most) count = most;
  if (count > piece_bytes) count = piece_bytes;
  memcpy(to, stream + stream_at, count);
  stream_at += count;
  return count;
}

_Noreturn void fail(int reason, const char *text) {
  give_up(reason, text);
}

/* Reads so many rows. Returns how many there were. */
static uint32_t read_rows(uint32_t count, uint64_t *hash) {
  const struct form *form = form_at();
  uint32_t done = 0;
  while (done < count) {
    uint32_t decoded = decode_rows(count - done);
    CHECK(decoded <= count - done);
    if (decoded == 0) break;
    size_t length = (size_t)decoded * form->width * form->channels;
    *hash = hash_of(*hash, picture_rows, length);
    done += decoded;
  }
  return done;
}

void read_input(const uint8_t *data, size_t length, const uint8_t *plan) {
  stream = data;
  stream_bytes = length;
  stream_at = 0;
  piece_bytes = 1 + (plan[6] == 255 ? SIZE_MAX - 1 : plan[6] * 16u);
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
  picture_rows = open_picture(granted);
  counters[OPENED].count++;
  size_t used = used_memory();
  CHECK(used <= granted);
  /* As png-room.ts says it. */
  size_t row = (size_t)form->width * (form->samples * form->bits / 8 + 1);
  CHECK(used <= OWN_BYTES + (512u << 10) + 4 * row + 2 * (size_t)form->width * form->channels);
  count_memory(used, 0);
  uint64_t expected = HASH_START;
  uint32_t row_count = read_rows(form->height, &expected);
  CHECK(row_count == form->height);
  counters[WHOLE].count++;
  stream_at = 0;
  start_rows();
  check_rows(form->height / 2);
  check_rows(form->height - form->height / 2);
  stream_at = 0;
  start_rows();
  check_in_steps(&(struct rows){form->height, read_rows, skip_rows}, plan + 7, STEPS, expected);
  CHECK(used_memory() == used);
}

void forget_input(void) {}
