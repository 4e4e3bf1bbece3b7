# zlib-ng, which the crate libz-ng-sys has with it. For ../fetch.sh
crate=libz-ng-sys-1.1.32
crate_hash=4d6f7f90c9e84e2716ee493ef7493995eb52772deb5ce12f960c13f6a90350a3
dependency='libz-ng-sys = "=1.1.32"'

complete_source() {
  # Names that its own build writes into its headers.
  for header in zconf-ng zlib-ng zlib_name_mangling-ng; do
    sed 's/@ZLIB_SYMBOL_PREFIX@//g' $crate/src/zlib-ng/$header.h.in >$crate/src/zlib-ng/$header.h
  done
}
