# What the module is made of, for ../build.sh: zlib-ng and the C files of decoder/.
own=decoder
fetch png-rows
zlib=$fetched/libz-ng-sys-1.1.32/src/zlib-ng
options="-DNO_GZIP -DDISABLE_RUNTIME_CPU_DETECTION -Dllabs=__builtin_llabs -isystem decoder/include
  -isystem ../jpeg-rows/decoder/include -I decoder -I ../jpeg-rows/decoder -I $zlib"

compile_parts() {
  [ -z "$fuzz" ] || options="-U__linux__ $options"
  for part in inflate inftrees arch/generic/adler32_c arch/generic/adler32_fold_c arch/generic/chunkset_c; do
    compile "$zlib/$part.c"
  done
  for source in decoder/*.c; do compile_own "$source"; done
}

compile_for_wasm() {
  compile_own ../jpeg-rows/decoder/memory.c
}

compile_for_fuzzing() { :; }
