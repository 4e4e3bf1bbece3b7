/** What may happen to the end of a file on its way. */
import fc from 'fast-check';

export interface Accident {
  readonly cut: number;
  readonly flips: readonly { readonly fromEnd: number; readonly bit: number }[];
  readonly garbage: Uint8Array;
}

/** Any of it, to the last `reach` bytes. */
export function accidents(reach: number): fc.Arbitrary<Accident> {
  return fc.record({
    cut: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(reach)),
    flips: fc.array(fc.record({ fromEnd: fc.integer({ min: 1, max: reach }), bit: fc.nat(7) }), { maxLength: 2 }),
    garbage: fc.oneof({ weight: 3, arbitrary: fc.constant(new Uint8Array(0)) }, fc.uint8Array({ maxLength: 20 })),
  });
}

/** The bytes after it. */
export function suffer(file: Uint8Array, { cut, flips, garbage }: Accident): Buffer {
  const left = Buffer.from(file);
  for (const { fromEnd, bit } of flips) if (fromEnd <= left.length) left[left.length - fromEnd] ^= 1 << bit;
  return Buffer.concat([left.subarray(0, Math.max(0, left.length - cut)), garbage]);
}
