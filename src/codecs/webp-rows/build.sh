#!/bin/sh
# Builds webp-rows.wasm from libwebp and the C files of decoder/, and SHA256SUMS of ours. Debian 12: apt-get install clang-19 lld-19
# cargo python3-pip; cargo and pip fetch what others wrote, pinned by hash, into dist/webp-rows and dist/jpeg-rows.
# Usage: src/codecs/webp-rows/build.sh [FILE]   with FILE the module goes there, and nothing else is written
set -eu
cd "$(dirname "$0")"
. ./parts.sh

# Numbers of damaged files overflow: -fwrapv says what becomes of them.
compile() { # SOURCE OPTIONS
  source=$1
  shift
  clang-19 -c --target=wasm32-unknown-unknown -std=gnu17 -O3 -ffp-contract=off -fwrapv -ffreestanding -DNDEBUG -w \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -DWEBP_USE_SSE2 -DWEBP_HAVE_SSE2 -DWEBP_USE_SSE41 -DWEBP_HAVE_SSE41 -Dabs=__builtin_abs -Dmemcpy=__builtin_memcpy -Dmemmove=__builtin_memmove -Dmemset=__builtin_memset \
    -isystem decoder/include -isystem ../jpeg-rows/decoder/include -isystem "$simde" -I decoder -I ../jpeg-rows/decoder -I "$webp" \
    "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_libwebp
for source in decoder/*.c; do compile "$source" -Wall -Wextra -Wno-unused-parameter -Werror; done
compile ../jpeg-rows/decoder/memory.c -Umemcpy -Umemmove -Umemset
wasm-ld-19 --no-entry --gc-sections -s -z stack-size=65536 -o "${1:-webp-rows.wasm}" "$objects"/*.o
[ $# -gt 0 ] ||
  LC_ALL=C sha256sum decoder/*.[ch] decoder/include/*.h build.sh fetch.sh parts.sh webp-rows.wasm | LC_ALL=C sort -k 2 >SHA256SUMS
