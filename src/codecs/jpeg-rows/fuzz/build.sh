#!/bin/sh
# Builds the fuzz target: the C of the module for a machine with pointers of 32 bits, as WASM has them, with libFuzzer, and what
# finds faults of memory and undefined behaviour. Debian 12: apt-get install libclang-rt-19-dev g++-multilib, and what
# ../build.sh names. Usage: src/codecs/jpeg-rows/fuzz/build.sh FILE
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
  clang-19 -c -m32 -msse4.2 -std=gnu17 -O2 -gline-tables-only -fno-omit-frame-pointer -ffp-contract=off -fwrapv -ffreestanding -w $found \
    -U__linux__ -DNO_GETENV -DNO_PUTENV -DNEON_INTRINSICS -Dmalloc=granted_block -Dfree=forget_block \
    -isystem decoder/include -isystem "$fetched/cmeel.prefix/include" -I decoder -I "$turbo/src" -I "$turbo/simd/arm" \
    "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

compile_libjpeg_turbo
# A block for each small object, so that a step beyond one is found.
sed -e 's/^  1600,/  0,/' -e 's/^  16000 /  0 /' -e 's/^  5000 /  0 /' "$turbo/src/jmemmgr.c" >"$objects/jmemmgr.c"
compile "$objects/jmemmgr.c"
for part in absent decoder; do compile "decoder/$part.c"; done
# Most inputs then take several parts: where one ends nothing may depend on.
compile decoder/file.c -DINPUT_BYTES=4096
for part in target memory; do
  # shellcheck disable=SC2086
  clang-19 -c -m32 -std=gnu17 -O2 -gline-tables-only $found -Wall -Wextra -Werror -I decoder "fuzz/$part.c" -o "$objects/fuzz-$part.o"
done
# libjpeg-turbo names functions of its encoder where it chooses between vector code. WASM's linker leaves out what nothing calls.
nm -u "$objects/jsimd.o" | sed -n 's/^ *U \(jsimd_.*_neon\)$/__attribute__((weak)) void \1(void) { __builtin_trap(); }/p' \
  >"$objects/absent-neon.c"
clang-19 -c -m32 "$objects/absent-neon.c" -o "$objects/absent-neon.o"
clang-19 -m32 -fsanitize=fuzzer,address,undefined "$objects"/*.o -o "$target"
