# What the module is made of, for ../build.sh: libwebp and the C files of decoder/. SIMDe is that of the codec of JPEG.
own=decoder
fetch jpeg-rows
simde=$fetched/cmeel.prefix/include
fetch webp-rows
webp=$fetched/libwebp-sys-0.14.4/vendor
# Numbers of damaged files overflow: -fwrapv says what becomes of them.
options="-ffp-contract=off -fwrapv -I decoder -I ../jpeg-rows/decoder -I $webp"
if [ "$fuzz" ]; then
  # With libwebp's assertions.
  options="-include fuzz/bits.h -DPART_BYTES=32 $options"
else
  options="$options -DWEBP_USE_SSE2 -DWEBP_HAVE_SSE2 -DWEBP_USE_SSE41 -DWEBP_HAVE_SSE41 -Dabs=__builtin_abs
    -Dmemcpy=__builtin_memcpy -Dmemmove=__builtin_memmove -Dmemset=__builtin_memset
    -isystem decoder/include -isystem ../jpeg-rows/decoder/include -isystem $simde"
fi

compile_parts() {
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
  for source in decoder/*.c; do compile_own "$source"; done
}

compile_for_wasm() {
  compile_own ../jpeg-rows/decoder/memory.c -Umemcpy -Umemmove -Umemset
}

compile_for_fuzzing() {
  # What decodes a lossless picture names them. WASM's linker leaves out what nothing calls.
  for name in WebPIoInitFromOptions WebPRescalerInit WebPRescaleNeededLines WebPRescalerImport WebPRescalerExportRow; do
    echo "void $name(void) { __builtin_trap(); }"
  done >"$objects/absent.c"
  clang-19 -c -m32 "$objects/absent.c" -o "$objects/absent.o"
}
