#!/bin/sh
# Builds kernels.wasm from the C files beside it, and SHA256SUMS of both. Debian 12: apt-get install clang-19 lld-19
# Usage: src/pixels/kernels/build.sh [FILE]   with FILE the module goes there, and nothing else is written
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
for source in *.c; do
  clang-19 -c --target=wasm32-unknown-unknown -std=c17 -O3 -ffp-contract=off -ffreestanding -DNDEBUG -Wall -Wextra -Werror \
    -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint "$source" -o "$objects/${source%.c}.o"
done
wasm-ld-19 --no-entry --gc-sections -s --export=__heap_base -z stack-size=16384 -o "${1:-kernels.wasm}" "$objects"/*.o
[ $# -gt 0 ] || LC_ALL=C sha256sum *.c *.h build.sh kernels.wasm | LC_ALL=C sort -k 2 >SHA256SUMS
