/** Texts of the 62 digits and letters (base 62): random ones, and numbers. */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 that a byte can count to. Bytes from here on would favour the first digits. */
const fairBytes = 248;

/**
 * Draws characters from the system's cryptographic source, each of the 62 equally likely.
 * @param length how many, 1 to 1024
 */
export function randomBase62(length: number): string {
  let text = '';
  // One byte in 32 is thrown away, so that a second draw is seldom needed.
  const bytes = new Uint8Array(length + 16);
  while (text.length < length) {
    crypto.getRandomValues(bytes);
    for (const byte of bytes) {
      if (byte < fairBytes && text.length < length) text += digits[byte % 62];
    }
  }
  return text;
}

/**
 * Writes a number in base 62, most significant digit first, filled up with `0` on the left.
 * @param value integer from 0 to 62^width - 1
 * @param width number of characters
 */
export function base62(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text;
  return text;
}
