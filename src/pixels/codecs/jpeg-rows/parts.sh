# What the module is made of, for ../build.sh: libjpeg-turbo and the C files of decoder/.
own=decoder
fetch jpeg-rows
turbo=$fetched/turbojpeg-sys-1.2.0/libjpeg-turbo
# Numbers of damaged files overflow: -fwrapv says what becomes of them.
options="-ffp-contract=off -fwrapv -DNO_GETENV -DNO_PUTENV -DNEON_INTRINSICS -isystem decoder/include
  -isystem $fetched/cmeel.prefix/include -I decoder -I $turbo/src -I $turbo/simd/arm"

compile_parts() {
  [ -z "$fuzz" ] || options="-U__linux__ $options"
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
  compile_own decoder/vectors.c
  compile "$turbo/simd/arm/aarch64/jsimd.c"
}

compile_for_wasm() {
  for part in absent decoder file memory; do compile_own "decoder/$part.c"; done
}

compile_for_fuzzing() {
  # A block for each small object, so that a step beyond one is found.
  sed -e 's/^  1600,/  0,/' -e 's/^  16000 /  0 /' -e 's/^  5000 /  0 /' "$turbo/src/jmemmgr.c" >"$objects/jmemmgr.c"
  compile "$objects/jmemmgr.c"
  for part in absent decoder; do compile_own "decoder/$part.c"; done
  # Most inputs then take several parts: where one ends nothing may depend on.
  compile_own decoder/file.c -DINPUT_BYTES=4096
  # libjpeg-turbo names functions of its encoder where it chooses between vector code. WASM's linker leaves out what nothing calls.
  nm -u "$objects/jsimd.o" | sed -n 's/^ *U \(jsimd_.*_neon\)$/__attribute__((weak)) void \1(void) { __builtin_trap(); }/p' \
    >"$objects/absent-neon.c"
  clang-19 -c -m32 "$objects/absent-neon.c" -o "$objects/absent-neon.o"
}
