/* Which parts of the encoder are vector code: those that it takes most of its time for. Codes are not, whose vector code is written
 * for registers that WASM does not have. */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"
#include "jsimd.h"
#include "jdct.h"
#include "jsimddct.h"
#include "../jsimd.h"

#define THERE(name) \
  int jsimd_can_##name(void) { return 1; }
#define ABSENT(name, ...) \
  int jsimd_can_##name(void) { return 0; } \
  void jsimd_##name(__VA_ARGS__) { __builtin_trap(); }

THERE(rgb_ycc)
void jsimd_rgb_ycc_convert(j_compress_ptr cinfo, JSAMPARRAY rows, JSAMPIMAGE planes, JDIMENSION first, int count) {
  jsimd_extrgbx_ycc_convert_neon(cinfo->image_width, rows, planes, first, count);
}

THERE(h2v2_downsample)
void jsimd_h2v2_downsample(j_compress_ptr cinfo, jpeg_component_info *component, JSAMPARRAY rows, JSAMPARRAY into) {
  jsimd_h2v2_downsample_neon(cinfo->image_width, cinfo->max_v_samp_factor, component->v_samp_factor, component->width_in_blocks,
                             rows, into);
}

THERE(convsamp)
void jsimd_convsamp(JSAMPARRAY rows, JDIMENSION column, DCTELEM *into) { jsimd_convsamp_neon(rows, column, into); }

THERE(fdct_islow)
void jsimd_fdct_islow(DCTELEM *block) { jsimd_fdct_islow_neon(block); }

THERE(quantize)
void jsimd_quantize(JCOEFPTR into, DCTELEM *divisors, DCTELEM *block) { jsimd_quantize_neon(into, divisors, block); }

ABSENT(fdct_ifast, DCTELEM *block)
ABSENT(fdct_float, FAST_FLOAT *block)
ABSENT(convsamp_float, JSAMPARRAY rows, JDIMENSION column, FAST_FLOAT *into)
ABSENT(quantize_float, JCOEFPTR into, FAST_FLOAT *divisors, FAST_FLOAT *block)
ABSENT(h2v1_downsample, j_compress_ptr cinfo, jpeg_component_info *component, JSAMPARRAY rows, JSAMPARRAY into)

int jsimd_can_rgb_gray(void) { return 0; }
void jsimd_rgb_gray_convert(j_compress_ptr cinfo, JSAMPARRAY rows, JSAMPIMAGE planes, JDIMENSION first, int count) {
  __builtin_trap();
}

int jsimd_can_huff_encode_one_block(void) { return 0; }
JOCTET *jsimd_huff_encode_one_block(void *state, JOCTET *into, JCOEFPTR block, int last, c_derived_tbl *dc, c_derived_tbl *ac) {
  __builtin_trap();
}

void jpeg_fdct_islow(DCTELEM *block) { __builtin_trap(); }
void jpeg_fdct_ifast(DCTELEM *block) { __builtin_trap(); }
void jpeg_fdct_float(FAST_FLOAT *block) { __builtin_trap(); }
