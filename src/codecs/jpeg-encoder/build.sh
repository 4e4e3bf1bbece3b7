#!/bin/sh
# Builds jpeg-encoder.wasm from libjpeg-turbo and the C files of encoder/, and SHA256SUMS of ours. What it needs, and where from, is
# as for ../jpeg-rows. Usage: src/codecs/jpeg-encoder/build.sh [FILE]   with FILE the module goes there, and nothing else is written
set -eu
cd "$(dirname "$0")"
reader=../jpeg-rows
fetched=../../../dist/jpeg-rows
"$reader/fetch.sh" "$fetched"
turbo=$fetched/turbojpeg-sys-1.2.0/libjpeg-turbo
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# 64 bits of codes at a time, as for the reader: the name of a machine that has them, and pointers of 32 bits beside them.
compile() { # SOURCE OPTIONS
  source=$1
  shift
  clang-19 -c --target=wasm32-unknown-unknown -std=gnu17 -O3 -ffp-contract=off -fwrapv -ffreestanding -DNDEBUG -w \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -DNO_GETENV -DNO_PUTENV -DNEON_INTRINSICS \
    -D__x86_64__ -D__ILP32__ -DUSE_CLZ_INTRINSIC \
    -isystem "$reader/decoder/include" -isystem "$fetched/cmeel.prefix/include" -I encoder -I "$reader/decoder" -I "$turbo/src" \
    -I "$turbo/simd/arm" "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

for part in jcapimin jcapistd jccoefct jccolor jcdctmgr jchuff jcinit jcmainct jcmarker jcparam jcprepct jcsample jcomapi \
  jmemmgr jmemnobs jutils; do
  compile "$turbo/src/$part.c"
done
# It may tell who built it.
compile "$turbo/src/jcmaster.c" -DPACKAGE_NAME='""' -DVERSION='""' -DBUILD='""'
for part in jccolor jcsample jfdctint jquanti; do compile "$turbo/simd/arm/$part-neon.c"; done
for source in encoder/*.c "$reader/decoder/memory.c"; do compile "$source" -Wall -Wextra -Wno-unused-parameter -Werror; done
wasm-ld-19 --no-entry --gc-sections -s -z stack-size=65536 -o "${1:-jpeg-encoder.wasm}" "$objects"/*.o
[ $# -gt 0 ] || LC_ALL=C sha256sum build.sh encoder/*.[ch] jpeg-encoder.wasm | LC_ALL=C sort -k 2 >SHA256SUMS
