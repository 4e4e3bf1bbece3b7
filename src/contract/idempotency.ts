/** `Idempotency-Key`: the name by which a client repeats a call without paying twice. */

/** Whether a header's value is a name: 1 to 255 printable ASCII characters, space included. */
export function isIdempotencyKey(text: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(text);
}
