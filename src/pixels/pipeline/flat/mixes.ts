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

/**
 * How pixels come about by putting another pixel's colour over the background: one after another, so that nothing is made for each.
 */
export class Mixer {
  /** Of the last mix: how much of the other colour the pixel has over the background, 0 to 1. */
  share = 0;
  /** What that leaves unexplained, in levels. */
  rest = 0;
  readonly #rgb: Uint8Array;
  readonly #behind: Float32Array;
  /** The background of the pixel, and its difference from that. */
  readonly #back = new Float64Array(3);
  readonly #own = new Float64Array(3);

  /**
   * @param rgb three samples to a pixel
   * @param behind the background of one row
   */
  constructor(rgb: Uint8Array, behind: Float32Array) {
    this.#rgb = rgb;
    this.#behind = behind;
  }

  /** Goes to a pixel. @param x its column, which is that of its background */
  begin(at: number, x: number): void {
    for (let channel = 0; channel < 3; channel++) {
      this.#back[channel] = this.#behind[x * 3 + channel];
      this.#own[channel] = this.#rgb[at * 3 + channel] - this.#back[channel];
    }
  }

  /** The mix of the background and of another pixel's colour that is nearest to the pixel. */
  mix(other: number): void {
    const [rgb, back, own] = [this.#rgb, this.#back, this.#own];
    const red = rgb[other * 3] - back[0];
    const green = rgb[other * 3 + 1] - back[1];
    const blue = rgb[other * 3 + 2] - back[2];
    const length = red * red + green * green + blue * blue;
    const along = own[0] * red + own[1] * green + own[2] * blue;
    const share = length > 0 ? Math.min(1, Math.max(0, along / length)) : 1;
    this.share = share;
    const restOfRed = Math.abs(own[0] - share * red);
    const restOfGreen = Math.abs(own[1] - share * green);
    const restOfBlue = Math.abs(own[2] - share * blue);
    this.rest = Math.max(restOfRed, restOfGreen, restOfBlue);
  }

  /** The smallest alpha, 0 to 255, with which any colour over the background gives the pixel. */
  leastAlpha(): number {
    let least = 0;
    for (let channel = 0; channel < 3; channel++) {
      const change = this.#own[channel];
      const room = change > 0 ? 255 - this.#back[channel] : this.#back[channel];
      if (room > 0) least = Math.max(least, Math.abs(change) / room);
    }
    return Math.round(255 * Math.min(1, least));
  }
}
