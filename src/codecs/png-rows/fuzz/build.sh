#!/bin/sh
# Builds the fuzz target: the C of the module for a machine with pointers of 32 bits, as WASM has them, with libFuzzer, and what
# finds faults of memory and undefined behaviour. Debian 12: apt-get install libclang-rt-19-dev g++-multilib, and what
# ../build.sh names. Usage: src/codecs/png-rows/fuzz/build.sh FILE
set -eu
mkdir -p "$(dirname "$1")"
target=$(realpath "$(dirname "$1")")/$(basename "$1")
cd "$(dirname "$0")/.."
. ./parts.sh
found='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined'

compile() { # SOURCE OPTIONS
  source=$1
  shift
  # shellcheck disable=SC2086
  clang-19 -c -m32 -msse4.2 -std=gnu17 -O2 -gline-tables-only -fno-omit-frame-pointer -ffreestanding -w $found \
    -U__linux__ -DNO_GZIP -DDISABLE_RUNTIME_CPU_DETECTION -Dllabs=__builtin_llabs -Dmalloc=granted_block -Dfree=forget_block \
    -isystem decoder/include -isystem ../jpeg-rows/decoder/include -I decoder -I ../jpeg-rows/decoder -I "$zlib" \
    "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_zlib
for source in decoder/*.c; do compile "$source"; done
# The memory is that of the other codec's target, too.
for source in fuzz/target.c ../jpeg-rows/fuzz/memory.c; do
  # shellcheck disable=SC2086
  clang-19 -c -m32 -std=gnu17 -O2 -gline-tables-only $found -Wall -Wextra -Werror -I decoder -I ../jpeg-rows/fuzz "$source" \
    -o "$objects/fuzz-$(basename "${source%.c}").o"
done
clang-19 -m32 -fsanitize=fuzzer,address,undefined "$objects"/*.o -o "$target"
