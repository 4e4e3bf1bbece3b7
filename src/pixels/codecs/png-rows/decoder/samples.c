/* Of 16 bits the high byte is taken, as libpng's png_set_strip_16 and libvips do. */
#include "samples.h"

#include <string.h>

int is_plain(const struct form *form) {
  return form->bits == 8 && form->samples >= 3 && form->samples == form->channels;
}

static inline void put_table(const struct form *form, unsigned int sample, unsigned char *into) {
  __builtin_memcpy(into, form->table + 4 * sample, form->channels == 4 ? 4 : 3);
}

static void convert_by_table(const struct form *form, const unsigned char *row, unsigned char *into) {
  uint32_t bits = form->bits, width = form->width, channels = form->channels;
  if (bits == 8) {
    for (uint32_t x = 0; x < width; x++, into += channels) put_table(form, row[x], into);
    return;
  }
  uint32_t mask = (1u << bits) - 1;
  for (uint32_t x = 0, at = 0; x < width; x++, at += bits, into += channels) {
    put_table(form, row[at >> 3] >> (8 - bits - (at & 7)) & mask, into);
  }
}

static inline uint32_t sample_at(const unsigned char *row, uint32_t bytes) { return bytes == 2 ? row[0] << 8 | row[1] : row[0]; }

/* `samples` and `bytes` of a sample are known to the compiler. */
static inline void convert(const struct form *form, const unsigned char *row, uint32_t samples, uint32_t bytes, unsigned char *into) {
  uint32_t width = form->width, channels = form->channels;
  uint32_t colours = samples <= 2 ? 1 : 3;
  for (uint32_t x = 0; x < width; x++, row += samples * bytes, into += channels) {
    into[0] = row[0];
    into[1] = row[colours == 1 ? 0 : bytes];
    into[2] = row[colours == 1 ? 0 : 2 * bytes];
    if (channels == 3) continue;
    if (samples != colours) {
      into[3] = row[colours * bytes];
      continue;
    }
    int is_transparent = form->has_transparent;
    for (uint32_t each = 0; each < colours; each++) {
      is_transparent &= sample_at(row + each * bytes, bytes) == form->transparent[each];
    }
    into[3] = is_transparent ? 0 : 255;
  }
}

void convert_row(const struct form *form, const unsigned char *row, unsigned char *into) {
  if (form->samples == 1 && form->bits <= 8) {
    convert_by_table(form, row, into);
    return;
  }
  switch (form->samples * form->bits) {
    case 16: form->samples == 1 ? convert(form, row, 1, 2, into) : convert(form, row, 2, 1, into); break;
    case 24: convert(form, row, 3, 1, into); break;
    case 48: convert(form, row, 3, 2, into); break;
    case 64: convert(form, row, 4, 2, into); break;
    default: form->samples == 2 ? convert(form, row, 2, 2, into) : convert(form, row, 4, 1, into); break;
  }
}
