/** How a pixel comes about by putting a colour over the background. */

/** A pixel beside another one. */
interface Step {
  readonly x: number;
  readonly y: number;
  readonly away: number;
}

/** Steps to all pixels within a radius, the nearest first. */
export function nearestFirst(radius: number): readonly Step[] {
  const all: Step[] = [];
  for (let y = -radius; y <= radius; y++) {
    for (let x = -radius; x <= radius; x++) {
      const away = Math.hypot(x, y);
      if (away > 0 && away <= radius) all.push({ x, y, away });
    }
  }
  return all.sort((first, second) => first.away - second.away);
}

/** How much of a subject's colour a pixel has over the background, 0 to 1, and what that leaves unexplained, in levels. */
export interface Mix {
  readonly share: number;
  readonly rest: number;
}

/**
 * The mix of the background and of another pixel's colour that is nearest to a pixel.
 * @param rgb three samples to a pixel
 * @param behind the background of each
 */
export function mixOf(rgb: Uint8Array, behind: Float32Array, at: number, other: number): Mix {
  let [along, length] = [0, 0];
  for (let channel = 0; channel < 3; channel++) {
    const full = rgb[other * 3 + channel] - behind[at * 3 + channel];
    along += (rgb[at * 3 + channel] - behind[at * 3 + channel]) * full;
    length += full * full;
  }
  const share = length > 0 ? Math.min(1, Math.max(0, along / length)) : 1;
  let rest = 0;
  for (let channel = 0; channel < 3; channel++) {
    const full = rgb[other * 3 + channel] - behind[at * 3 + channel];
    rest = Math.max(rest, Math.abs(rgb[at * 3 + channel] - behind[at * 3 + channel] - share * full));
  }
  return { share, rest };
}

/** The smallest alpha, 0 to 255, with which any colour over the background gives a pixel. */
export function leastAlpha(rgb: Uint8Array, behind: Float32Array, at: number): number {
  let least = 0;
  for (let channel = at * 3; channel < at * 3 + 3; channel++) {
    const change = rgb[channel] - behind[channel];
    const room = change > 0 ? 255 - behind[channel] : behind[channel];
    if (room > 0) least = Math.max(least, Math.abs(change) / room);
  }
  return Math.round(255 * Math.min(1, least));
}
