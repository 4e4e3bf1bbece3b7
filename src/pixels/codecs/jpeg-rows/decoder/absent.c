/*
 * Parts of libjpeg that are not built: 12 and 16 bits a sample, lossless JPEG, palettes, quick upsampling. It names them where it
 * chooses between parts; `open_file` refuses the files that need one, and asks for none of the others.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"

#define ABSENT(name, ...) \
  GLOBAL(void) name(j_decompress_ptr cinfo, ##__VA_ARGS__) { __builtin_trap(); }

ABSENT(jinit_1pass_quantizer)
ABSENT(jinit_2pass_quantizer)
ABSENT(jinit_merged_upsampler)
ABSENT(jinit_lossless_decompressor)
ABSENT(jinit_lhuff_decoder)
ABSENT(jinit_d_diff_controller, boolean need_full_buffer)
ABSENT(j12init_1pass_quantizer)
ABSENT(j12init_2pass_quantizer)
ABSENT(j12init_merged_upsampler)
ABSENT(j12init_color_deconverter)
ABSENT(j12init_upsampler)
ABSENT(j12init_d_post_controller, boolean need_full_buffer)
ABSENT(j12init_lossless_decompressor)
ABSENT(j12init_d_diff_controller, boolean need_full_buffer)
ABSENT(j12init_inverse_dct)
ABSENT(j12init_d_coef_controller, boolean need_full_buffer)
ABSENT(j12init_d_main_controller, boolean need_full_buffer)
ABSENT(j16init_color_deconverter)
ABSENT(j16init_upsampler)
ABSENT(j16init_d_post_controller, boolean need_full_buffer)
ABSENT(j16init_lossless_decompressor)
ABSENT(j16init_d_diff_controller, boolean need_full_buffer)
ABSENT(j16init_d_main_controller, boolean need_full_buffer)
