# What the module is made of, for build.sh and fuzz/build.sh, which call it in this folder: each has a `compile SOURCE OPTIONS`
# of its own.
fetched=../../../dist/png-rows
./fetch.sh "$fetched"
zlib=$fetched/libz-ng-sys-1.1.32/src/zlib-ng
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

compile_zlib() {
  for part in inflate inftrees arch/generic/adler32_c arch/generic/adler32_fold_c arch/generic/chunkset_c; do
    compile "$zlib/$part.c"
  done
}
