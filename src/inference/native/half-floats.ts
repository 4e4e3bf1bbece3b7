/** Floats of 16 bits: IEEE 754 binary16. */

/** The numbers that 16-bit patterns stand for. */
export function halfFloats(patterns: Uint16Array): Float32Array {
  return Float32Array.from(patterns, (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const [exponent, fraction] = [(bits >> 10) & 31, bits & 0x3ff];
    if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
  });
}
