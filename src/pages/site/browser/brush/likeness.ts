/**
 * How like the colour under the brush another pixel is: what makes strokes end softly at edges of the photo.
 *
 * A dab looks at the pixels that it covers. Those near its centre say what is meant, and how noisy it is. Where others are
 * clearly apart, an edge runs through the dab, and a pixel between both, which is a mix of them, counts by its share.
 */

/** Red, green and blue of a photo's pixel as `0xRRGGBB`. */
export type ColourAt = (x: number, y: number) => number;

/** What is meant by a dab. */
export interface Meant {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  /** Pixels whose colour is within this distance are fully meant. */
  readonly noise: number;
  /** Distance of the colour beyond the edge; infinite where there is no edge. */
  readonly apart: number;
}

/** Of pixels near the centre, those that differ more from it are beyond an edge. */
const sameSubject = 40;
/** The centre: a quarter of the dab, at most so large. */
const mostCentrePx = 12;
const leastNoise = 6;
const mostNoise = 45;
/** Shading of one surface is nearer than that. */
const leastApart = 30;
/** So many samples on each half of an axis. */
const samplesPerHalf = 10;
/** An edge is one where at least this share of the dab is beyond it. */
const leastShareBeyond = 0.02;

/**
 * Looks at the photo around a place.
 * @param colourAt asked only for pixels of the photo
 * @param sizePx width and height of the photo
 */
export function meantAt(
  colourAt: ColourAt,
  sizePx: readonly [number, number],
  { x, y, radiusPx }: { readonly x: number; readonly y: number; readonly radiusPx: number },
): Meant {
  const centre = around(colourAt, sizePx, x, y, 1);
  const seed = meanOf(centre);
  const near = around(colourAt, sizePx, x, y, Math.min(mostCentrePx, radiusPx / 4)).filter(
    (colour) => distanceTo(seed, colour) <= sameSubject,
  );
  const mean = near.length > 0 ? meanOf(near) : seed;
  const spread = Math.sqrt(near.reduce((sum, colour) => sum + distanceTo(mean, colour) ** 2, 0) / (near.length || 1));
  const noise = Math.min(mostNoise, leastNoise + 1.5 * spread);
  const all = around(colourAt, sizePx, x, y, radiusPx).map((colour) => distanceTo(mean, colour));
  const beyond = all.filter((distance) => distance > Math.max(3 * noise, leastApart)).sort((one, other) => one - other);
  const isEdge = beyond.length > all.length * leastShareBeyond;
  return { ...mean, noise, apart: isEdge ? beyond[beyond.length >> 1] : Number.POSITIVE_INFINITY };
}

/** How much a colour is what is meant. @returns 0 to 1 */
export function likeness(meant: Meant, red: number, green: number, blue: number): number {
  if (meant.apart === Number.POSITIVE_INFINITY) return 1;
  const distance = lengthOf(red - meant.red, green - meant.green, blue - meant.blue);
  const beyond = (distance - meant.noise) / (meant.apart - 2 * meant.noise);
  return Math.min(1, Math.max(0, 1 - beyond));
}

type Colour = Pick<Meant, 'red' | 'green' | 'blue'>;

/** Colours within a radius, on a grid of samples. */
function around(
  colourAt: ColourAt,
  [width, height]: readonly [number, number],
  x: number,
  y: number,
  radius: number,
): number[] {
  const step = Math.max(1, radius / samplesPerHalf);
  const half = Math.floor(radius / step);
  const colours: number[] = [];
  for (let down = -half; down <= half; down++) {
    for (let across = -half; across <= half; across++) {
      const [atX, atY] = [Math.floor(x + across * step), Math.floor(y + down * step)];
      if (Math.hypot(across, down) * step > radius || atX < 0 || atY < 0 || atX >= width || atY >= height) continue;
      colours.push(colourAt(atX, atY));
    }
  }
  return colours;
}

function meanOf(colours: readonly number[]): Colour {
  let [red, green, blue] = [0, 0, 0];
  for (const colour of colours) {
    red += colour >> 16;
    green += (colour >> 8) & 255;
    blue += colour & 255;
  }
  const count = colours.length || 1;
  return { red: red / count, green: green / count, blue: blue / count };
}

function distanceTo({ red, green, blue }: Colour, colour: number): number {
  return lengthOf((colour >> 16) - red, ((colour >> 8) & 255) - green, (colour & 255) - blue);
}

/** Several times as fast as Math.hypot. */
function lengthOf(red: number, green: number, blue: number): number {
  return Math.sqrt(red * red + green * green + blue * blue);
}
