#!/bin/sh
# Builds the module of a codec, of what its parts.sh names: what others wrote, fetched into dist/ and pinned by hash, and the C files of its
# folder. SHA256SUMS has the hashes of ours. Debian 12: apt-get install clang-19 lld-19 cargo python3-pip
# Usage: src/pixels/codecs/build.sh CODEC [FILE]   with FILE the module goes there, and nothing else is written
#        src/pixels/codecs/build.sh --fuzz CODEC FILE   the fuzz target: the same C for a machine with pointers of 32 bits, as WASM has them,
#        with libFuzzer, and what finds faults of memory and undefined behaviour. Needs libclang-rt-19-dev and g++-multilib too
set -eu
fuzz=
[ "$1" != --fuzz ] || { fuzz=yes && shift; }
codec=$1
case ${2-} in
  '' | /*) file=${2-} ;;
  *) file=$PWD/$2 ;;
esac
[ -z "$fuzz" ] || mkdir -p "$(dirname "$file")"
cd "$(dirname "$0")/$codec"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

found='-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp -fno-sanitize-recover=undefined'
if [ "$fuzz" ]; then
  machine="-m32 -msse4.2 -O2 -gline-tables-only -fno-omit-frame-pointer $found -Dmalloc=granted_block -Dfree=forget_block"
  # What only WASM knows is passed over.
  strict=-w
else
  machine='--target=wasm32-unknown-unknown -O3 -DNDEBUG -msimd128 -mbulk-memory -msign-ext -mnontrapping-fptoint'
  strict='-Wall -Wextra -Wno-unused-parameter -Werror'
fi

# For parts.sh: sets `fetched` to the folder of the sources that a codec's source.sh names.
fetch() { # CODEC
  fetched=../../../../dist/$1
  ../fetch.sh "$1" "$fetched"
}

# For parts.sh, which sets `options`: a file of others, and one of ours.
compile() { # SOURCE OPTIONS
  translate -w "$@"
}
compile_own() { # SOURCE OPTIONS
  translate "$strict" "$@"
}
translate() { # WARNINGS SOURCE OPTIONS
  warnings=$1 source=$2
  shift 2
  # shellcheck disable=SC2086
  clang-19 -c $machine -std=gnu17 -ffreestanding $warnings $options "$@" "$source" -o "$objects/$(basename "${source%.c}").o"
}

. ./parts.sh
compile_parts
if [ "$fuzz" ]; then
  compile_for_fuzzing
  for source in ../fuzz/*.c fuzz/target.c; do
    # shellcheck disable=SC2086
    clang-19 -c -m32 -std=gnu17 -O2 -gline-tables-only $found -Wall -Wextra -Werror -I "$own" -I ../fuzz "$source" \
      -o "$objects/fuzz-$(basename "${source%.c}").o"
  done
  clang-19 -m32 -fsanitize=fuzzer,address,undefined "$objects"/*.o -o "$file"
  exit
fi
compile_for_wasm
wasm-ld-19 --no-entry --gc-sections -s -z stack-size=65536 -o "${file:-$codec.wasm}" "$objects"/*.o
[ "$file" ] || {
  find "$own" -name '*.[ch]' -exec sha256sum {} +
  sha256sum ../build.sh ../fetch.sh ./*.sh "$codec.wasm" | sed 's# \./# #'
} | LC_ALL=C sort -k 2 >SHA256SUMS
