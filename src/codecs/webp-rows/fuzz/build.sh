#!/bin/sh
# Builds the fuzz target: the C of the module for a machine with pointers of 32 bits, as WASM has them, with libFuzzer, and what
# finds faults of memory and undefined behaviour. Debian 12: apt-get install libclang-rt-19-dev g++-multilib, and what
# ../build.sh names. Usage: src/codecs/webp-rows/fuzz/build.sh FILE
set -eu
mkdir -p "$(dirname "$1")"
target=$(realpath "$(dirname "$1")")/$(basename "$1")
cd "$(dirname "$0")/.."
. ./parts.sh
found='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined'

# With libwebp's assertions.
compile() { # SOURCE OPTIONS
  source=$1
  shift
  # shellcheck disable=SC2086
  clang-19 -c -m32 -msse4.2 -std=gnu17 -O2 -gline-tables-only -fno-omit-frame-pointer -ffp-contract=off -fwrapv -ffreestanding -w $found \
    -include fuzz/bits.h -DPART_BYTES=32 -Dmalloc=granted_block -Dfree=forget_block \
    -I decoder -I ../jpeg-rows/decoder -I "$webp" "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_libwebp
for source in decoder/*.c; do compile "$source"; done
# The memory is that of the target of JPEG, too.
for source in fuzz/target.c ../jpeg-rows/fuzz/memory.c; do
  # shellcheck disable=SC2086
  clang-19 -c -m32 -std=gnu17 -O2 -gline-tables-only $found -Wall -Wextra -Werror -I decoder -I ../jpeg-rows/fuzz "$source" \
    -o "$objects/fuzz-$(basename "${source%.c}").o"
done
# What decodes a lossless picture names them. WASM's linker leaves out what nothing calls.
for name in WebPIoInitFromOptions WebPRescalerInit WebPRescaleNeededLines WebPRescalerImport WebPRescalerExportRow; do
  echo "void $name(void) { __builtin_trap(); }"
done >"$objects/absent.c"
clang-19 -c -m32 "$objects/absent.c" -o "$objects/absent.o"
clang-19 -m32 -fsanitize=fuzzer,address,undefined "$objects"/*.o -o "$target"
