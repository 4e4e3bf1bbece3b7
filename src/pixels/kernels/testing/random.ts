/** Numbers for tests: always the same, with the edge cases of bytes among them. */

/** A source of whole numbers of 0 to below `end`. @param seed each gives another sequence */
export function randomly(seed: number): (end: number) => number {
  let state = seed >>> 0;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Bytes in runs and alone, 0 and 255 more often than others. */
export function randomBytes(length: number, random: (end: number) => number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const value = [0, 255, 1, 254, random(256), random(256)][random(6)];
    for (let left = random(3) === 0 ? 1 + random(9) : 1; left > 0 && at < length; left--) bytes[at++] = value;
  }
  return bytes;
}
