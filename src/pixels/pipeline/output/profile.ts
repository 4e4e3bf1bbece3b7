/** ICC profiles in files that an encoder has written without one. */

/** APP2, its length and `ICC_PROFILE\0`, number and count: ICC.1:2022 annex B.4. */
const headBytes = 18;
const mostInSegment = 65_535 - headBytes + 2;
const mostSegments = 255;

/** The JPEG with the profile before all else that it has; as it was for null, and for one that no JPEG can hold. */
export function jpegWithProfile(jpeg: Uint8Array, icc: Uint8Array | null): Uint8Array {
  const count = Math.ceil((icc?.length ?? 0) / mostInSegment);
  if (!icc || count > mostSegments) return jpeg;
  // JFIF (ITU-T T.871, 10.1) wants to be first: it is 2 + 16 bytes behind the 2 of SOI.
  const isJfif = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  const at = isJfif ? 4 + jpeg[4] * 256 + jpeg[5] : 2;
  const out = new Uint8Array(jpeg.length + icc.length + count * headBytes);
  out.set(jpeg.subarray(0, at));
  let to = at;
  for (let part = 0; part < count; part++) {
    const data = icc.subarray(part * mostInSegment, (part + 1) * mostInSegment);
    const bytes = data.length + headBytes - 2;
    out.set([0xff, 0xe2, bytes >>> 8, bytes & 255, ...new TextEncoder().encode('ICC_PROFILE\0'), part + 1, count], to);
    out.set(data, to + headBytes);
    to += headBytes + data.length;
  }
  out.set(jpeg.subarray(at), to);
  return out;
}

const riffHeadBytes = 12;
const chunkHeadBytes = 8;
/** Flags of VP8X: RFC 9649 section 2.7.1. */
const flags = { icc: 0x20, alpha: 0x10 };

/**
 * The WebP with the profile, in the extended form (RFC 9649 section 2.7); as it was for null.
 * @param webp one still picture
 */
export function webpWithProfile(
  webp: Uint8Array,
  icc: Uint8Array | null,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
): Uint8Array {
  if (!icc) return webp;
  const text = (at: number) => String.fromCharCode(...webp.subarray(at, at + 4));
  const isExtended = text(riffHeadBytes) === 'VP8X';
  const rest = webp.subarray(isExtended ? riffHeadBytes + chunkHeadBytes + 10 : riffHeadBytes);
  // Without the extended form there is no alpha: that of a lossy picture is a chunk of its own.
  const own = isExtended ? webp[riffHeadBytes + chunkHeadBytes] : 0;
  const sides = [widthPx - 1, heightPx - 1].flatMap((side) => [side & 255, (side >>> 8) & 255, side >>> 16]);
  const extended = chunk('VP8X', Uint8Array.of((own & flags.alpha) | flags.icc, 0, 0, 0, ...sides));
  const profile = chunk('ICCP', icc);
  const out = new Uint8Array(riffHeadBytes + extended.length + profile.length + rest.length);
  out.set(webp.subarray(0, riffHeadBytes));
  new DataView(out.buffer).setUint32(4, out.length - chunkHeadBytes, true);
  out.set(extended, riffHeadBytes);
  out.set(profile, riffHeadBytes + extended.length);
  out.set(rest, riffHeadBytes + extended.length + profile.length);
  return out;
}

/** Name, length, data, and a zero where that makes it even. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(chunkHeadBytes + data.length + (data.length % 2));
  out.set(new TextEncoder().encode(name));
  new DataView(out.buffer).setUint32(4, data.length, true);
  out.set(data, chunkHeadBytes);
  return out;
}
