/*
 * The decoder under libFuzzer: an input is a JPEG file and, in its last bytes, what a reader does with it. It does what
 * jpeg-rows.ts does, which drops a decoder that failed.
 */
#include "harness.h"

/* Exports of decoder.c. */
const void *open_file(size_t granted_bytes, unsigned int eighths, int most_scans);
void begin_index(void);
void index_rows(unsigned int first, unsigned int rows, unsigned int apart);
int read_codes(unsigned int rows);
void start_rows(unsigned int left, unsigned int top, unsigned int width, unsigned int height, unsigned int apart);
unsigned int decode_rows(unsigned int most);
void skip_rows(unsigned int count);
const unsigned char *decode_turned(ptrdiff_t start, ptrdiff_t across, ptrdiff_t down);
/* What it asks its host for. */
size_t read_file(size_t at, unsigned char *to, size_t most);
_Noreturn void fail(int reason, const char *text, const int *numbers);
void write_entry(size_t at, const void *entry);
void read_entry(size_t at, void *entry);

/* As `state` in decoder.c. */
struct state {
  unsigned int width, height, channels, is_whole, warnings, ended_early;
  const unsigned char *rows;
  unsigned int mcu_columns, mcu_rows, mcu_width;
};

#define MOST_PIXELS 4194304u
/* Of most inputs: small pictures reach the same code, and many more of them are tried. */
#define USUAL_PIXELS 65536u
#define MOST_SCANS 100
#define GRANTED_BYTES (96u << 20)
#define STEPS 4
#define STEP_BYTES 6
const size_t plan_bytes = 3 + STEPS * STEP_BYTES;

/* What the bytes of a step say. Sides are parts of what there is. */
enum step_byte { KIND, LEFT, TOP, WIDTH, HEIGHT, ROWS };
enum kind { WINDOW, REWIND, READ_ON, SKIP, KINDS };

/* Of `struct entry` in index.c. */
#define ENTRY_BYTES 24

static const uint8_t *file;
static size_t file_bytes;
static uint8_t *index_entries;
static size_t index_bytes;

enum counted { OPENED, READS, INDEXED };
struct counter counters[] = {{"opened", 0}, {"reads", 0}, {"indexed", 0}, {NULL, 0}};
struct counter reasons[] = {{"broken", 0}, {"beyond-grant", 0}, {"not-built", 0}, {"too-many-scans", 0}, {NULL, 0}};

size_t read_file(size_t at, unsigned char *to, size_t most) {
  if (at >= file_bytes) return 0;
  size_t count = file_bytes - at < most ? file_bytes - at : most;
  memcpy(to, file + at, count);
  return count;
}

_Noreturn void fail(int reason, const char *text, const int *numbers) {
  (void)numbers;
  give_up(reason, text);
}

void write_entry(size_t at, const void *entry) {
  CHECK((at + 1) * ENTRY_BYTES <= index_bytes);
  memcpy(index_entries + at * ENTRY_BYTES, entry, ENTRY_BYTES);
}

void read_entry(size_t at, void *entry) {
  CHECK((at + 1) * ENTRY_BYTES <= index_bytes);
  memcpy(entry, index_entries + at * ENTRY_BYTES, ENTRY_BYTES);
}

static unsigned int part_of(uint8_t part, unsigned int whole) { return (unsigned int)((uint64_t)part * whole / 255); }

/* What a picture may take, from its header alone: rows of it, and where the whole is held the coefficients of whole blocks. */
static size_t memory_plan(const struct state *state, size_t file_width, size_t file_height) {
  size_t plan = OWN_BYTES + (128u << 10) + 256 * (file_width + 64);
  if (!state->is_whole) return plan;
  return plan + 6 * ((file_width + 31) & ~(size_t)31) * ((file_height + 31) & ~(size_t)31);
}

struct reader {
  const struct state *state;
  unsigned int eighths, file_width, file_height;
  size_t granted_bytes;
  unsigned int left, top, width, height;
  /* Of the index; 0 where there is none. */
  unsigned int apart;
  int is_begun;
  /* Of the first rows of the window. */
  unsigned int rows_read, rows_hashed;
  uint64_t hash;
};

static void open_again(struct reader *reader) {
  reader->state = open_file(reader->granted_bytes, reader->eighths, MOST_SCANS);
  reader->is_begun = 0;
}

static void begin(struct reader *reader) {
  if (!reader->is_begun) start_rows(reader->left, reader->top, reader->width, reader->height, reader->apart);
  reader->is_begun = 1;
}

static uint64_t read_rows(struct reader *reader, unsigned int count) {
  begin(reader);
  uint64_t hash = HASH_START;
  while (count > 0) {
    unsigned int decoded = decode_rows(count);
    if (decoded == 0) break;
    CHECK(decoded <= count);
    count -= decoded;
    size_t length = (size_t)decoded * reader->width * reader->state->channels;
    hash = hash_of(hash, reader->state->rows, length);
  }
  size_t used = used_memory();
  CHECK(used <= reader->granted_bytes);
  CHECK(used <= memory_plan(reader->state, reader->file_width, reader->file_height));
  count_memory(used, reader->state->is_whole);
  counters[READS].count++;
  return hash;
}

static void take_window(struct reader *reader, const uint8_t *step) {
  reader->left = part_of(step[LEFT], reader->state->width - 1);
  reader->top = part_of(step[TOP], reader->state->height - 1);
  reader->width = 1 + part_of(step[WIDTH], reader->state->width - reader->left - 1);
  reader->height = 1 + part_of(step[HEIGHT], reader->state->height - reader->top - 1);
}

/* Reads the window once more, from its last column to the first. Its pixels have the same hash in the order of rows. */
static void compare_turned(struct reader *reader, uint64_t expected) {
  open_again(reader);
  begin(reader);
  const unsigned char *turned = decode_turned((ptrdiff_t)(reader->width - 1) * reader->height, -(ptrdiff_t)reader->height, 1);
  uint64_t hash = HASH_START;
  for (unsigned int row = 0; row < reader->height; row++) {
    for (unsigned int column = 0; column < reader->width; column++) {
      const unsigned char *pixel = turned + 3 * ((size_t)(reader->width - 1 - column) * reader->height + row);
      hash = hash_of(hash, pixel, reader->state->channels);
    }
  }
  CHECK(hash == expected);
}

/* Windows are the same with an index and without one. */
static void compare_indexed(struct reader *reader, const uint8_t *plan) {
  open_again(reader);
  if (reader->state->mcu_columns == 0) return;
  unsigned int apart = 2 + plan[2] % 15;
  index_bytes = (size_t)(reader->state->mcu_columns / apart + 1) * reader->state->mcu_rows * ENTRY_BYTES;
  index_entries = malloc(index_bytes);
  CHECK(index_entries != NULL);
  begin_index();
  unsigned int rows = reader->state->mcu_rows;
  unsigned int half = rows / 2;
  index_rows(0, half, apart);
  index_rows(half, rows - half, apart);
  counters[INDEXED].count++;
  for (int step = 0; step < STEPS; step++) {
    take_window(reader, plan + 3 + step * STEP_BYTES);
    reader->apart = 0;
    open_again(reader);
    uint64_t expected = read_rows(reader, reader->height);
    reader->apart = apart;
    open_again(reader);
    CHECK(read_rows(reader, reader->height) == expected);
    compare_turned(reader, expected);
  }
}

static void take_step(struct reader *reader, const uint8_t *step) {
  if (step[KIND] % KINDS == WINDOW) take_window(reader, step);
  unsigned int rows = 1 + part_of(step[ROWS], reader->height);
  switch (step[KIND] % KINDS) {
    case WINDOW:
      open_again(reader);
      reader->rows_hashed = rows;
      reader->hash = read_rows(reader, reader->rows_hashed);
      break;
    case REWIND:
      open_again(reader);
      if (reader->rows_hashed > 0) CHECK(read_rows(reader, reader->rows_hashed) == reader->hash);
      break;
    case READ_ON:
      read_rows(reader, rows);
      break;
    case SKIP:
      begin(reader);
      skip_rows(rows);
      break;
  }
}

void read_input(const uint8_t *data, size_t length, const uint8_t *plan) {
  file = data;
  file_bytes = length;
  struct reader reader = {.eighths = 8, .granted_bytes = GRANTED_BYTES};
  open_again(&reader);
  reader.file_width = reader.state->width;
  reader.file_height = reader.state->height;
  unsigned int most_pixels = plan[1] % 32 == 31 ? MOST_PIXELS : USUAL_PIXELS;
  if ((uint64_t)reader.file_width * reader.file_height > most_pixels) return;
  counters[OPENED].count++;
  reader.eighths = 1 + plan[0] % 8;
  /* One in eight has less memory than it may want. */
  if (plan[1] % 8 == 0) reader.granted_bytes = OWN_BYTES + plan[2] * 4096u;
  open_again(&reader);
  CHECK(reader.state->width > 0 && reader.state->height > 0);
  CHECK(reader.state->channels == 1 || reader.state->channels == 3);
  reader.width = reader.state->width;
  reader.height = reader.state->height;
  if (plan[1] % 2 == 1 && plan[0] >= 128) {
    compare_indexed(&reader, plan);
    return;
  }
  for (int step = 0; step < STEPS; step++) take_step(&reader, plan + 3 + step * STEP_BYTES);
}

void forget_input(void) {
  free(index_entries);
  index_entries = NULL;
  index_bytes = 0;
}
