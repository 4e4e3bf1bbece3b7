#!/bin/sh
# Fetches the source of libwebp, which the crate libwebp-sys has with it, where it is not there yet.
# Usage: src/codecs/webp-rows/fetch.sh FOLDER
set -eu
crate=libwebp-sys-0.14.4
crate_hash=6b3a87b44e34d17161e4f17d92a463d596cb13825dcd1758ed18fd3a721e189c
mkdir -p "$1"
cd "$1"
[ ! -e complete ] || exit 0
mkdir -p manifest/src
: >manifest/src/lib.rs
printf '[package]\nname = "manifest"\nversion = "0.0.0"\n[dependencies]\nlibwebp-sys = "=0.14.4"\n' >manifest/Cargo.toml
CARGO_HOME=$PWD/cargo cargo fetch --quiet --manifest-path manifest/Cargo.toml
cp cargo/registry/cache/*/$crate.crate .
echo "$crate_hash  $crate.crate" | sha256sum --check --quiet
tar -xzf $crate.crate
rm -rf manifest cargo
: >complete
