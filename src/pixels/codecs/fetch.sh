#!/bin/sh
# Fetches what others wrote for a codec, where it is not there yet: the source that a crate has with it, and what the codec's source.sh
# adds, pinned by hash. Git keeps none of it. Usage: src/pixels/codecs/fetch.sh CODEC FOLDER
set -eu
. "$(dirname "$0")/$1/source.sh"
mkdir -p "$2"
cd "$2"
[ ! -e complete ] || exit 0
mkdir -p manifest/src
: >manifest/src/lib.rs
printf '[package]\nname = "manifest"\nversion = "0.0.0"\n[dependencies]\n%s\n' "$dependency" >manifest/Cargo.toml
CARGO_HOME=$PWD/cargo cargo fetch --quiet --manifest-path manifest/Cargo.toml
cp cargo/registry/cache/*/"$crate.crate" .
echo "$crate_hash  $crate.crate" | sha256sum --check --quiet
tar -xzf "$crate.crate"
complete_source
rm -rf manifest cargo
: >complete
