# What the module is made of, for build.sh and fuzz/build.sh, which call it in this folder: each has a `compile SOURCE OPTIONS`
# of its own. SIMDe is that of the codec of JPEG.
fetched=../../../dist/webp-rows
jpeg_fetched=../../../dist/jpeg-rows
./fetch.sh "$fetched"
../jpeg-rows/fetch.sh "$jpeg_fetched"
webp=$fetched/libwebp-sys-0.14.4/vendor
simde=$jpeg_fetched/cmeel.prefix/include
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

compile_libwebp() {
  for part in dec/alpha_dec dec/frame_dec dec/quant_dec dec/tree_dec dec/vp8_dec \
    dsp/alpha_processing dsp/dec dsp/dec_clip_tables dsp/filters dsp/lossless dsp/upsampling dsp/yuv \
    dsp/alpha_processing_sse2 dsp/alpha_processing_sse41 dsp/dec_sse2 dsp/dec_sse41 dsp/filters_sse2 dsp/lossless_sse2 \
    dsp/lossless_sse41 dsp/upsampling_sse2 dsp/upsampling_sse41 dsp/yuv_sse2 dsp/yuv_sse41 \
    utils/color_cache_utils utils/huffman_utils utils/quant_levels_dec_utils utils/random_utils utils/thread_utils; do
    compile "$webp/src/$part.c"
  done
  # Tables of codes are counted: libwebp.c does it, and calls this.
  compile "$webp/src/dec/vp8l_dec.c" -DVP8LBuildHuffmanTable=build_counted_table
  # Where a reader of a partition begins and where it comes to the end of what it has: partitions.c does both, and calls these.
  sed -e 's/^void VP8InitBitReader(/void init_bit_reader(/' -e 's/^void VP8LoadFinalBytes(/void load_final_bytes(/' \
    "$webp/src/utils/bit_reader_utils.c" >"$objects/bit_reader_utils.c"
  compile "$objects/bit_reader_utils.c"
}
