/*
 * Parts of libjpeg that are not built: several scans, 12 and 16 bits a sample, lossless JPEG, quick transforms. It names them where
 * it chooses between parts; `start_file` asks for none.
 */
#define JPEG_INTERNALS
#include "jinclude.h"
#include "jpeglib.h"

#define ABSENT(name, ...) \
  GLOBAL(void) name(j_compress_ptr cinfo, ##__VA_ARGS__) { __builtin_trap(); }

ABSENT(jinit_phuff_encoder)
ABSENT(jinit_lhuff_encoder)
ABSENT(jinit_lossless_compressor)
ABSENT(jinit_c_diff_controller, boolean need_full_buffer)
ABSENT(j12init_color_converter)
ABSENT(j12init_downsampler)
ABSENT(j12init_c_prep_controller, boolean need_full_buffer)
ABSENT(j12init_lossless_compressor)
ABSENT(j12init_c_diff_controller, boolean need_full_buffer)
ABSENT(j12init_forward_dct)
ABSENT(j12init_c_coef_controller, boolean need_full_buffer)
ABSENT(j12init_c_main_controller, boolean need_full_buffer)
ABSENT(j16init_color_converter)
ABSENT(j16init_downsampler)
ABSENT(j16init_c_prep_controller, boolean need_full_buffer)
ABSENT(j16init_lossless_compressor)
ABSENT(j16init_c_diff_controller, boolean need_full_buffer)
ABSENT(j16init_c_main_controller, boolean need_full_buffer)
