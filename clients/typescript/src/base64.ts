/** Base64 of bytes that come in pieces, and back. RFC 4648, section 4. */

/** As many arguments as a call may safely have; a multiple of three, so that only the end is padded. */
const atOnce = 0x6000;

/** Base64 of the pieces, padded at their end alone, as ASCII. */
export async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    const joined = new Uint8Array(rest.length + piece.length);
    joined.set(rest);
    joined.set(piece, rest.length);
    const whole = joined.length - (joined.length % 3);
    rest = joined.slice(whole);
    if (whole > 0) yield encoder.encode(textOf(joined.subarray(0, whole)));
  }
  if (rest.length > 0) yield encoder.encode(textOf(rest));
}

/** The bytes of a Base64 text, as the service's JSON answers hold pictures. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += atOnce) {
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  }
  return text;
}
