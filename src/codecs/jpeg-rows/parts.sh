# What the module is made of, for build.sh and fuzz/build.sh, which call it in this folder: each has a `compile SOURCE OPTIONS`
# of its own.
fetched=../../../dist/jpeg-rows
./fetch.sh "$fetched"
turbo=$fetched/turbojpeg-sys-1.2.0/libjpeg-turbo
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

compile_libjpeg_turbo() {
  for part in jaricom jcomapi jdapimin jdapistd jdarith jdcoefct jdcolor jddctmgr jdinput jdmainct jdmarker jdmaster jdpostct \
    jdsample jidctflt jidctfst jidctint jidctred jmemmgr jmemnobs jutils; do
    compile "$turbo/src/$part.c"
  done
  # The quick decoder of Huffman codes gives an MCU up at a marker, and the slow one decodes it anew. In FF FF 00 only the quick one
  # sees a marker: coefficients that it made up would stay.
  sed 's/^      if (!decode_mcu_fast(cinfo, MCU_data)) goto use_slow;$/      if (!decode_mcu_quickly(cinfo, MCU_data)) goto use_slow;/' \
    "$turbo/src/jdhuff.c" >"$objects/jdhuff.c"
  # 64 bits at a time, as libjpeg-turbo takes them on a machine of this name: WASM has them, and pointers of 32 bits beside them.
  # index.c has jdhuff.c in it.
  for source in "$turbo/src/jdphuff.c" decoder/index.c; do
    compile "$source" -D__x86_64__ -D__ILP32__ -isystem "$objects" -isystem "$turbo/src"
  done
  for part in jdsample jidctfst jidctred; do compile "$turbo/simd/arm/$part-neon.c"; done
  # vectors.c has the one order of colours that is asked for, and the other transform.
  compile "$turbo/simd/arm/jdcolor-neon.c" -Djsimd_ycc_extrgb_convert_neon=unused_ycc_extrgb_convert_neon
  compile decoder/vectors.c
  compile "$turbo/simd/arm/aarch64/jsimd.c"
}
