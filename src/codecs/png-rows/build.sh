#!/bin/sh
# Builds png-rows.wasm from zlib-ng and the C files of decoder/, and SHA256SUMS of ours. Debian 12: apt-get install clang-19 lld-19
# cargo; cargo fetches what others wrote, pinned by hash, into dist/png-rows.
# Usage: src/codecs/png-rows/build.sh [FILE]   with FILE the module goes there, and nothing else is written
set -eu
cd "$(dirname "$0")"
. ./parts.sh

compile() { # SOURCE OPTIONS
  source=$1
  shift
  clang-19 -c --target=wasm32-unknown-unknown -std=gnu17 -O3 -ffreestanding -DNDEBUG -w \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint -DNO_GZIP -DDISABLE_RUNTIME_CPU_DETECTION -Dllabs=__builtin_llabs \
    -isystem decoder/include -isystem ../jpeg-rows/decoder/include -I decoder -I ../jpeg-rows/decoder -I "$zlib" "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_zlib
for source in decoder/*.c ../jpeg-rows/decoder/memory.c; do compile "$source" -Wall -Wextra -Wno-unused-parameter -Werror; done
wasm-ld-19 --no-entry --gc-sections -s -z stack-size=65536 -o "${1:-png-rows.wasm}" "$objects"/*.o
[ $# -gt 0 ] ||
  LC_ALL=C sha256sum decoder/*.[ch] decoder/include/sys/*.h build.sh fetch.sh parts.sh png-rows.wasm | LC_ALL=C sort -k 2 >SHA256SUMS
