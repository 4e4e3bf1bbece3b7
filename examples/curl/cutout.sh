#!/bin/sh
# sh cutout.sh PHOTO TO: cuts out the subject of a photo.
set -eu
photo=$1
to=$2
part=$to.part
trap 'rm -f "$part"' EXIT

# One name for all tries: however many there are, one is paid.
name=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')

# curl tries again on 408, 429, 500, 502, 503, 504 and while nobody answers, and waits as Retry-After asks.
if ! curl -sS --fail-with-body --retry 6 --retry-connrefused --retry-max-time 180 \
  -H 'Expect:' -H "X-API-Key: $EDGEMATTE_KEY" -H "Idempotency-Key: $name" \
  -F "file=@$photo" -F crop=subject \
  "$EDGEMATTE_ADDRESS/v1.0/image-without-background" -D "$part.headers" -o "$part"; then
  grep -i '^x-\(error-code\|request-id\):' "$part.headers" >&2 || true
  cat "$part" >&2 || true
  rm -f "$part.headers"
  exit 1
fi
rm -f "$part.headers"
mv "$part" "$to"
