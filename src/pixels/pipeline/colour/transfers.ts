/** PQ and HLG: Recommendation ITU-R BT.2100-2, tables 4 and 5. */

const pq = {
  m1: 2610 / 16_384,
  m2: (2523 / 4096) * 128,
  c1: 3424 / 4096,
  c2: (2413 / 4096) * 32,
  c3: (2392 / 4096) * 32,
};

/** Light in cd/m² of a PQ signal of 0 to 1: its EOTF. */
export function pqLight(signal: number): number {
  const root = signal ** (1 / pq.m2);
  return 10_000 * (Math.max(0, root - pq.c1) / (pq.c2 - pq.c3 * root)) ** (1 / pq.m1);
}

const hlg = { a: 0.17883277, b: 0.28466892, c: 0.55991073 };

/** Scene light, 0 to 1, of an HLG signal of 0 to 1: its inverse OETF. */
export function hlgLight(signal: number): number {
  return signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - hlg.c) / hlg.a) + hlg.b) / 12;
}
