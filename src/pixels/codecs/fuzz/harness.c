#include "harness.h"

#include <time.h>

static jmp_buf given_up;

static struct {
  unsigned long long inputs;
  size_t most_memory, most_memory_by_rows;
  double slowest_seconds;
} totals;

_Noreturn void give_up(int reason, const char *text) {
  CHECK(reason >= 1);
  for (int at = 0; at < reason; at++) CHECK(reasons[at].name != NULL);
  CHECK(text != NULL);
  reasons[reason - 1].count++;
  longjmp(given_up, 1);
}

void count_memory(size_t used, int is_whole) {
  size_t *most = is_whole ? &totals.most_memory : &totals.most_memory_by_rows;
  if (used > *most) *most = used;
}

uint64_t hash_of(uint64_t hash, const unsigned char *bytes, size_t length) {
  for (size_t at = 0; at < length; at++) hash = (hash ^ bytes[at]) * 1099511628211u;
  return hash;
}

void check_in_steps(const struct rows *rows, const uint8_t *steps, int step_count, uint64_t expected) {
  uint64_t hash = HASH_START;
  uint32_t at = 0;
  int is_skipped = 0;
  for (int step = 0; step < step_count; step++) {
    uint32_t count = 1 + steps[step] / 2;
    if (steps[step] % 2 == 0) {
      at += rows->read(count, &hash);
    } else {
      rows->skip(count);
      at += count;
      is_skipped = 1;
    }
  }
  uint32_t left = rows->read(UINT32_MAX, &hash);
  CHECK(at >= rows->height ? left == 0 : left == rows->height - at);
  CHECK(is_skipped || hash == expected);
}

static double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static void print_counters(const struct counter *list) {
  for (; list->name != NULL; list++) printf(" %s %llu", list->name, list->count);
}

static void print_totals(void) {
  printf("totals: inputs %llu", totals.inputs);
  print_counters(counters);
  print_counters(reasons);
  printf(" memory-by-rows %zu memory-whole %zu slowest-ms %.0f\n", totals.most_memory_by_rows, totals.most_memory,
         totals.slowest_seconds * 1000);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  atexit(print_totals);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
  if (length < plan_bytes) return 0;
  double started_at = processor_seconds();
  totals.inputs++;
  size_t data_bytes = length - plan_bytes;
  if (setjmp(given_up) == 0) read_input(data, data_bytes, data + data_bytes);
  start_memory(0);
  forget_input();
  double seconds = processor_seconds() - started_at;
  if (seconds > totals.slowest_seconds) totals.slowest_seconds = seconds;
  return 0;
}
