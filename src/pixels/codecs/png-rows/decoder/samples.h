/* Samples of PNG as 8 bits of RGB or RGBA. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* What a picture is made of; the host writes it, decoder.ts has the same order. */
struct form {
  uint32_t width, height;
  /* 1, 2, 4, 8 or 16 of a sample, of which a pixel has 1 (grey, or an entry of the palette), 2, 3 or 4. */
  uint32_t bits, samples;
  /* RGB or RGBA are made. */
  uint32_t channels;
  /* Whether one colour is transparent, and its samples: of grey of 16 bits, and RGB. */
  uint32_t has_transparent, transparent[3];
  /* RGBA of a sample, where a pixel has one of at most 8 bits. */
  uint8_t table[256 * 4];
};

/* Whether the samples are as they are to be. */
int is_plain(const struct form *form);
/* Makes a row of 8 bits a sample, `width` × `channels` bytes. */
void convert_row(const struct form *form, const unsigned char *row, unsigned char *into);
