/** Variable-length-code LZW of GIF: GIF89a specification, appendix F. */

const maxCodes = 4096;

/**
 * Expands LZW data.
 * @param codeBits minimum code size, 1 to 11: some encoders write more than the 8 that a palette can use
 * @param maxValues values are handed out up to this count
 * @param put takes the values in order
 * @returns how many values there were
 */
export function expandLzw(data: Uint8Array, codeBits: number, maxValues: number, put: (value: number) => void): number {
  if (codeBits < 1 || codeBits > 11) return 0;
  const clear = 1 << codeBits;
  const end = clear + 1;
  const prefix = new Uint16Array(maxCodes);
  const last = new Uint16Array(maxCodes);
  const first = new Uint16Array(maxCodes);
  const stack = new Uint16Array(maxCodes);
  for (let code = 0; code < clear; code++) first[code] = last[code] = code;
  let size = codeBits + 1;
  let next = end + 1;
  let previous = -1;
  let bits = 0;
  let held = 0;
  let count = 0;
  for (const byte of data) {
    bits |= byte << held;
    held += 8;
    while (held >= size) {
      const code = bits & ((1 << size) - 1);
      bits >>= size;
      held -= size;
      if (code === clear) {
        size = codeBits + 1;
        next = end + 1;
        previous = -1;
        continue;
      }
      // Codes beyond the table are damage, and so is a first code that is not a value.
      if (code === end || code > next || (previous < 0 && code > end) || (code === next && previous < 0)) return count;
      const known = code < next;
      let depth = 0;
      // A code that is only now being defined ends in its own first value.
      if (!known) stack[depth++] = first[previous];
      for (let walk = known ? code : previous; ; walk = prefix[walk]) {
        stack[depth++] = last[walk];
        if (walk < clear) break;
      }
      while (depth > 0) {
        if (count === maxValues) return count;
        put(stack[--depth]);
        count++;
      }
      if (previous >= 0 && next < maxCodes) {
        prefix[next] = previous;
        first[next] = first[previous];
        last[next] = first[known ? code : previous];
        next++;
        if (next === 1 << size && size < 12) size++;
      }
      previous = code;
    }
  }
  return count;
}
