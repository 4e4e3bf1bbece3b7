/** ICC profiles out of JPEG, PNG and WebP files. Only RGB profiles are kept: docs/decisions, colour. */
import { inflateSync } from 'node:zlib';
import { ByteReader } from '../pipeline/picture/bytes.ts';
import type { Header } from '../pipeline/picture/header.ts';
import { jpegSegments } from '../pipeline/probe/jpeg.ts';
import { pngChunks } from '../pipeline/probe/png.ts';
import { webpChunks } from '../pipeline/probe/webp.ts';

const maxProfileBytes = 4 * 1024 * 1024;

/** The RGB profile of a file, or null when there is none, it is of another colour space, or it is broken. */
export function rgbProfile(file: Uint8Array, header: Header): Uint8Array | null {
  if (!header.hasIcc || header.colour === 'grey' || header.colour === 'cmyk') return null;
  try {
    const profile = extract(new ByteReader(file), header);
    return profile && isRgbProfile(profile) ? profile : null;
  } catch {
    return null; // A picture with a broken profile is still a picture.
  }
}

/** ICC.1:2022 section 7.2: data colour space at byte 16, signature at byte 36. */
function isRgbProfile(profile: Uint8Array): boolean {
  const reader = new ByteReader(profile);
  return profile.length <= maxProfileBytes && reader.has(16, 'RGB ') && reader.has(36, 'acsp');
}

function extract(reader: ByteReader, { format }: Header): Uint8Array | null {
  switch (format) {
    case 'jpeg':
      return jpegProfile(reader);
    case 'png':
      return pngProfile(reader);
    case 'webp':
      return webpProfile(reader);
    default:
      return null;
  }
}

/** ICC.1 annex B.4: pieces in APP2 segments, numbered from 1, with their count. */
function jpegProfile(reader: ByteReader): Uint8Array | null {
  const pieces = new Map<number, Uint8Array>();
  let expected = 0;
  for (const { marker, at, end } of jpegSegments(reader)) {
    if (marker !== 0xe2 || !reader.has(at, 'ICC_PROFILE\0')) continue;
    expected = reader.u8(at + 13);
    pieces.set(reader.u8(at + 12), reader.bytes.subarray(at + 14, end));
  }
  if (expected === 0 || pieces.size !== expected) return null;
  const ordered = [...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece);
  const profile = new Uint8Array(ordered.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of ordered) {
    profile.set(piece, at);
    at += piece.length;
  }
  return profile;
}

/** PNG section 11.3.2.3: name, zero, compression method, zlib stream. */
function pngProfile(reader: ByteReader): Uint8Array | null {
  for (const { type, at, end } of pngChunks(reader)) {
    if (type !== 'iCCP') continue;
    const nameEnd = reader.bytes.indexOf(0, at);
    return inflateSync(reader.bytes.subarray(nameEnd + 2, end), { maxOutputLength: maxProfileBytes });
  }
  return null;
}

function webpProfile(reader: ByteReader): Uint8Array | null {
  for (const { type, at, end } of webpChunks(reader)) {
    if (type === 'ICCP') return reader.bytes.slice(at, end);
  }
  return null;
}
