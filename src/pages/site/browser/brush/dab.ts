/** The round tip of the brush, and the dabs that make a line of it. */

/** One touch of the brush, in pixels of the picture. */
export interface Dab {
  readonly x: number;
  readonly y: number;
  readonly radiusPx: number;
}

/** Dabs of a line are so far apart, in radii: close enough that its sides look straight. */
const spacing = 0.2;

/**
 * How strongly a dab covers what is so far from its centre.
 * @param hardness 0 (fades from the centre on) to 1 (even up to the rim, which is one pixel soft)
 * @returns 0 to 1
 */
export function coverage(distancePx: number, radiusPx: number, hardness: number): number {
  const outer = radiusPx + 0.5;
  if (distancePx >= outer) return 0;
  const inner = Math.max(0, Math.min(radiusPx * hardness, radiusPx - 0.5));
  if (distancePx <= inner) return 1;
  const left = (outer - distancePx) / (outer - inner);
  return left * left * (3 - 2 * left);
}

/** The dabs from one to another: without the first, with the last. Size changes evenly on the way. */
export function dabsBetween(from: Dab, to: Dab): Dab[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const stepPx = Math.max(0.5, Math.min(from.radiusPx, to.radiusPx) * spacing);
  const count = Math.max(1, Math.ceil(distance / stepPx));
  return Array.from({ length: count }, (_, index) => {
    const part = (index + 1) / count;
    return {
      x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part,
      radiusPx: from.radiusPx + (to.radiusPx - from.radiusPx) * part,
    };
  });
}
