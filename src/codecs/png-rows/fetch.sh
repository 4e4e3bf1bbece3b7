#!/bin/sh
# Fetches the source of zlib-ng, which the crate libz-ng-sys has with it, where it is not there yet.
# Usage: src/codecs/png-rows/fetch.sh FOLDER
set -eu
crate=libz-ng-sys-1.1.32
crate_hash=4d6f7f90c9e84e2716ee493ef7493995eb52772deb5ce12f960c13f6a90350a3
mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
mkdir -p manifest/src
: >manifest/src/lib.rs
printf '[package]\nname = "manifest"\nversion = "0.0.0"\n[dependencies]\nlibz-ng-sys = "=1.1.32"\n' >manifest/Cargo.toml
CARGO_HOME=$PWD/cargo cargo fetch --quiet --manifest-path manifest/Cargo.toml
cp cargo/registry/cache/*/$crate.crate .
echo "$crate_hash  $crate.crate" | sha256sum --check --quiet
tar -xzf $crate.crate
# Names that its own build writes into its headers.
for header in zconf-ng zlib-ng zlib_name_mangling-ng; do
  sed 's/@ZLIB_SYMBOL_PREFIX@//g' $crate/src/zlib-ng/$header.h.in >$crate/src/zlib-ng/$header.h
done
rm -rf manifest cargo
: >complete
