#!/bin/sh
# Builds jpeg-rows.wasm from libjpeg-turbo and the C files of decoder/, and SHA256SUMS of ours. Debian 12: apt-get install
# clang-19 lld-19 cargo python3-pip; cargo and pip fetch what others wrote, pinned by hash, into dist/jpeg-rows.
# Usage: src/codecs/jpeg-rows/build.sh [FILE]   with FILE the module goes there, and nothing else is written
set -eu
cd "$(dirname "$0")"
. ./parts.sh

# Numbers of damaged files overflow: -fwrapv says what becomes of them.
compile() { # SOURCE OPTIONS
  source=$1
  shift
  clang-19 -c --target=wasm32-unknown-unknown -std=gnu17 -O3 -ffp-contract=off -fwrapv -ffreestanding -DNDEBUG -w \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -DNO_GETENV -DNO_PUTENV -DNEON_INTRINSICS \
    -isystem decoder/include -isystem "$fetched/cmeel.prefix/include" -I decoder -I "$turbo/src" -I "$turbo/simd/arm" \
    "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_libjpeg_turbo
for part in absent decoder file memory; do compile "decoder/$part.c" -Wall -Wextra -Wno-unused-parameter -Werror; done
wasm-ld-19 --no-entry --gc-sections -s -z stack-size=65536 -o "${1:-jpeg-rows.wasm}" "$objects"/*.o
[ $# -gt 0 ] ||
  LC_ALL=C sha256sum decoder/*.[ch] decoder/include/*.h build.sh fetch.sh jpeg-rows.wasm parts.sh | LC_ALL=C sort -k 2 >SHA256SUMS
