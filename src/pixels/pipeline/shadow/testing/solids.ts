/** For tests: alpha of things that stand on the ground, drawn. */

interface Alpha {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Uint8Array;
}

/** Whether a place belongs to a thing: 0 to 1 from left to right, and from its top to the ground. */
type Solid = (x: number, y: number) => boolean;

const disc =
  (atX: number, atY: number, across: number, down: number): Solid =>
  (x, y) =>
    ((x - atX) / across) ** 2 + ((y - atY) / down) ** 2 <= 1;
const near = (x: number, at: number, half: number) => Math.abs(x - at) <= half;

export const solids: Readonly<Record<string, Solid>> = {
  'a cube from the front': () => true,
  'a box from its corner': (x, y) => y <= 1 - Math.abs(x - 0.4) * 0.5 && y >= Math.abs(x - 0.4) * 0.5,
  'a cylinder from above': (x, y) =>
    (y > 0.12 && y < 0.88) || disc(0.5, 0.12, 0.5, 0.12)(x, y) || disc(0.5, 0.88, 0.5, 0.12)(x, y),
  'a cone': (x, y) => near(x, 0.5, y / 2),
  'a cone on its tip': (x, y) => near(x, 0.5, (1 - y) / 2 + 0.01),
  'a ball': disc(0.5, 0.5, 0.5, 0.5),
  'an egg': (x, y) => disc(0.5, 0.6, 0.5 - (1 - y) * 0.15, 0.6)(x, y),
  'a bottle': (x, y) => near(x, 0.5, y < 0.3 ? 0.15 : 0.5),
  'a wine glass': (x, y) => (y < 0.5 ? disc(0.5, 0, 0.5, 0.5)(x, y) : near(x, 0.5, y > 0.96 ? 0.4 : 0.04)),
  'a cup with a handle': (x, y) => x < 0.75 || (disc(0.75, 0.5, 0.25, 0.3)(x, y) && !disc(0.75, 0.5, 0.15, 0.2)(x, y)),
  'a table': (x, y) => y < 0.15 || near(x, 0.05, 0.05) || near(x, 0.95, 0.05),
  'a chair from the side': (x, y) => (x < 0.1 && y < 0.95) || near(y, 0.5, 0.05) || (near(x, 0.9, 0.06) && y > 0.5),
  'a tripod': (x, y) => near(x, 0.5, y < 0.4 ? 0.1 : 0) || near(Math.abs(x - 0.5), (y - 0.4) * 0.75, 0.04),
  'a pyramid of steps': (x, y) => near(x, 0.5, Math.ceil(y * 5) / 10),
  'a box on its edge': (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) <= 0.5,
  'a box that leans': (x, y) => y <= 1 - x * 0.2 && y >= 0.2 - x * 0.2,
  'a ring': (x, y) => disc(0.5, 0.5, 0.5, 0.5)(x, y) && !disc(0.5, 0.5, 0.35, 0.35)(x, y),
  'a mushroom': (x, y) => (y < 0.5 ? disc(0.5, 0.5, 0.5, 0.5)(x, y) : near(x, 0.5, 0.12)),
  'a shoe': (x, y) => y > 0.85 || (x < 0.4 ? y > 0.05 : y > 0.25 + (x - 0.4)),
  'two boxes, one behind the other': (x, y) => (x < 0.55 && y > 0.2) || (x > 0.5 && y < 0.85),
};

/** How many pixels are free on each side of a drawn thing. */
export const aroundPx = 60;

/** A thing in the middle of so much room, without soft pixels. */
export function drawn(solid: Solid, wide: number, high: number): Alpha {
  const [widthPx, heightPx] = [wide + 2 * aroundPx, high + 2 * aroundPx];
  const samples = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      if (solid((x + 0.5) / wide, (y + 0.5) / high)) samples[(y + aroundPx) * widthPx + x + aroundPx] = 255;
    }
  }
  return { widthPx, heightPx, samples };
}
