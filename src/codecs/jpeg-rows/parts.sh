# What the module is made of, for build.sh and fuzz/build.sh: each calls `compile SOURCE OPTIONS` of its own.
# Takes: turbo, the folder of libjpeg-turbo; the current folder is this one.

compile_libjpeg_turbo() {
  for part in jaricom jcomapi jdapimin jdapistd jdarith jdcoefct jdcolor jddctmgr jdinput jdmainct jdmarker jdmaster jdpostct \
    jdsample jidctflt jidctfst jidctint jidctred jmemmgr jmemnobs jutils; do
    compile "$turbo/src/$part.c"
  done
  # 64 bits at a time, as libjpeg-turbo takes them on a machine of this name: WASM has them, and pointers of 32 bits beside them.
  for part in jdhuff jdphuff; do compile "$turbo/src/$part.c" -D__x86_64__ -D__ILP32__; done
  for part in jdcolor jdsample jidctfst jidctint jidctred; do compile "$turbo/simd/arm/$part-neon.c"; done
  compile "$turbo/simd/arm/aarch64/jsimd.c"
}
