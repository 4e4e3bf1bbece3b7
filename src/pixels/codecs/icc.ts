/** ICC profiles out of JPEG, PNG and WebP files. Only RGB profiles are kept: docs/decisions, colour. */
import { inTurns, SharedThread } from '../bounds/shared-thread.ts';
import { concatenate } from '../pipeline/concatenate.ts';
import { ByteReader, entryUs } from '../pipeline/picture/bytes.ts';
import type { Header } from '../pipeline/picture/header.ts';
import { inflated } from '../pipeline/picture/inflate.ts';
import { pngChunks } from '../pipeline/picture/png-chunks.ts';
import { webpChunks } from '../pipeline/picture/webp-chunks.ts';
import { jpegSegments } from '../pipeline/probe/jpeg.ts';

const maxProfileBytes = 4 * 1024 * 1024;

type Steps = Generator<number, Uint8Array | null, void>;

/** The RGB profile of a file, or null when there is none, it is of another colour space, or it is broken. Others have their turns. */
export async function rgbProfile(
  file: Uint8Array,
  header: Header,
  thread = new SharedThread(),
): Promise<Uint8Array | null> {
  if (!header.hasIcc || header.colour === 'grey' || header.colour === 'cmyk') return null;
  try {
    const profile = await extract(new ByteReader(file), header, thread);
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

async function extract(reader: ByteReader, { format }: Header, thread: SharedThread): Promise<Uint8Array | null> {
  switch (format) {
    case 'jpeg':
      return inTurns(jpegProfile(reader), thread);
    case 'png':
      return expand(await inTurns(pngProfile(reader), thread), thread);
    case 'webp':
      return inTurns(webpProfile(reader), thread);
    default:
      return null;
  }
}

/** ICC.1 annex B.4: pieces in APP2 segments, numbered from 1, with their count. */
function* jpegProfile(reader: ByteReader): Steps {
  const pieces = new Map<number, Uint8Array>();
  let expected = 0;
  for (const { marker, at, end } of jpegSegments(reader)) {
    yield entryUs;
    if (marker !== 0xe2 || !reader.has(at, 'ICC_PROFILE\0')) continue;
    expected = reader.u8(at + 13);
    pieces.set(reader.u8(at + 12), reader.bytes.subarray(at + 14, end));
  }
  if (expected === 0 || pieces.size !== expected) return null;
  return concatenate([...pieces].sort(([a], [b]) => a - b).map(([, piece]) => piece));
}

/** PNG section 11.3.2.3: name, zero, compression method, zlib stream, which is given. */
function* pngProfile(reader: ByteReader): Steps {
  for (const { type, at, end } of pngChunks(reader)) {
    yield entryUs;
    if (type !== 'iCCP') continue;
    const nameEnd = reader.bytes.indexOf(0, at);
    return reader.bytes.subarray(nameEnd + 2, end);
  }
  return null;
}

/** What a zlib stream holds; null where that is too long. */
async function expand(stream: Uint8Array | null, thread: SharedThread): Promise<Uint8Array | null> {
  if (!stream) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of inflated([stream], {}, thread)) {
    bytes += piece.length;
    if (bytes > maxProfileBytes) return null;
    pieces.push(piece);
  }
  return concatenate(pieces);
}

function* webpProfile(reader: ByteReader): Steps {
  for (const { type, at, end } of webpChunks(reader)) {
    yield entryUs;
    if (type === 'ICCP') return reader.bytes.slice(at, end);
  }
  return null;
}
