# What the module is made of, for ../build.sh: libjpeg-turbo as ../jpeg-rows has it, and the C files of encoder/.
own=encoder
fetch jpeg-rows
turbo=$fetched/turbojpeg-sys-1.2.0/libjpeg-turbo
# 64 bits of codes at a time, as for the reader: the name of a machine that has them, and pointers of 32 bits beside them.
options="-ffp-contract=off -fwrapv -DNO_GETENV -DNO_PUTENV -DNEON_INTRINSICS -D__x86_64__ -D__ILP32__ -DUSE_CLZ_INTRINSIC
  -isystem ../jpeg-rows/decoder/include -isystem $fetched/cmeel.prefix/include -I encoder -I ../jpeg-rows/decoder
  -I $turbo/src -I $turbo/simd/arm"

compile_parts() {
  for part in jcapimin jcapistd jccoefct jccolor jcdctmgr jchuff jcinit jcmainct jcmarker jcparam jcprepct jcsample jcomapi \
    jmemmgr jmemnobs jutils; do
    compile "$turbo/src/$part.c"
  done
  # It may tell who built it.
  compile "$turbo/src/jcmaster.c" -DPACKAGE_NAME='""' -DVERSION='""' -DBUILD='""'
  for part in jccolor jcsample jfdctint jquanti; do compile "$turbo/simd/arm/$part-neon.c"; done
}

compile_for_wasm() {
  for source in encoder/*.c ../jpeg-rows/decoder/memory.c; do compile_own "$source"; done
}
