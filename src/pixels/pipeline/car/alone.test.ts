/** What of a matte stays when the parts network says what is the car. */
import { describe, expect, test } from 'vitest';
import type { Layer } from '../plane/layer.ts';
import type { Box } from '../plane/region.ts';
import { withoutNeighbours } from './alone.ts';

const picture = { widthPx: 400, heightPx: 400 };
const region = { leftPx: 10, topPx: 20, widthPx: 300, heightPx: 300 };
/** Side of the matte, and of what the network answers. */
const matteSide = 120;
const mapSide = 40;

type Rectangle = readonly [left: number, top: number, right: number, bottom: number, value?: number];

/** Rectangles on nothing, the later above the earlier, in pixels of the network's plane. */
function layer(side: number, ...rectangles: readonly Rectangle[]): Layer {
  const scale = side / mapSide;
  const samples = new Uint8Array(side * side);
  for (const [left, top, right, bottom, value = 255] of rectangles) {
    for (let y = top * scale; y < bottom * scale; y++) {
      samples.fill(value, y * side + left * scale, y * side + right * scale);
    }
  }
  return { plane: { widthPx: side, heightPx: side, samples }, region, outside: 0 };
}

const car: Rectangle = [6, 8, 26, 28];
const neighbour: Rectangle = [26, 12, 36, 24];
const box: Box = { left: 0.1, top: 0.16, right: 0.55, bottom: 0.61 };

function alone(matte: readonly Rectangle[], map: readonly Rectangle[]): Layer {
  return withoutNeighbours(layer(matteSide, ...matte), layer(mapSide, ...map), box, picture);
}

/** Alpha in the middle of a pixel of the network's plane. */
const alphaAt = ({ plane }: Layer, x: number, y: number) => plane.samples[(3 * y + 1) * matteSide + 3 * x + 1];

describe('a matte beside what the network takes for the car', () => {
  test('stays as it is where they agree', () => expect(alone([car], [car])).toEqual(layer(matteSide, car)));

  test('loses a neighbour that touches the car, up to the edge that the network draws', () => {
    const left = alone([car, neighbour], [car]);
    expect(alphaAt(left, 30, 18)).toBe(0);
    expect(alphaAt(left, 27, 18)).toBe(0);
    expect(alphaAt(left, 24, 18)).toBe(255);
  });

  test('keeps its own edge away from the neighbour', () => {
    const third = 1 / 3;
    const wider: Rectangle = [6 - third, 8 - third, 26, 28 + third];
    const left = alone([wider, neighbour], [car]);
    expect(alphaAt(left, 6 - 2 * third, 20)).toBe(255);
    expect(alphaAt(left, 12, 28 - third)).toBe(255);
  });

  test('loses a neighbour as a whole, or not at all', () => {
    const half: Rectangle = [26, 12, 31, 24, 60];
    expect(alphaAt(alone([car, neighbour], [half, car]), 28, 18)).toBe(0);
    const mostly: Rectangle = [26, 12, 34, 24, 60];
    expect(alone([car, neighbour], [mostly, car])).toEqual(layer(matteSide, car, neighbour));
  });

  test('keeps a part that is too small to be sure of', () => {
    const mirror: Rectangle = [26, 12, 28, 13];
    const lamp: Rectangle = [26, 12, 28, 14];
    expect(alone([car, mirror], [car])).toEqual(layer(matteSide, car, mirror));
    expect(alphaAt(alone([car, lamp], [car]), 27, 13)).toBe(0);
  });

  test.each([
    ['denies it', 14, 0],
    ['leaves it unknown', 15, 255],
  ])('where the network %s', (_, value, kept) => {
    const [left, top, right, bottom] = neighbour;
    expect(alphaAt(alone([car, neighbour], [[left, top, right, bottom, value], car]), 30, 18)).toBe(kept);
  });

  test('loses what hangs loose once the rest is gone', () => {
    const behind: Rectangle = [36, 10, 40, 26];
    const left = alone([car, neighbour, behind], [car, behind]);
    expect(alphaAt(left, 38, 18)).toBe(0);
  });

  test.each([
    ['may be the car', 77, 255],
    ['is not the car', 76, 0],
  ])('keeps or loses a loose part that %s', (_, value, left) => {
    const mirror: Rectangle = [4, 10, 5, 12];
    const known: Rectangle = [4, 10, 5, 12, value];
    const wide = { left: 0, top: 0, right: 1, bottom: 1 };
    const kept = withoutNeighbours(layer(matteSide, car, mirror), layer(mapSide, car, known), wide, picture);
    expect(alphaAt(kept, 4, 11)).toBe(left);
    expect(alphaAt(kept, 10, 11)).toBe(255);
  });

  test('stays as it is where the network knows less than half of it', () => {
    const part: Rectangle = [6, 8, 15, 28];
    expect(alone([car], [part])).toEqual(layer(matteSide, car));
  });
});

describe('a car that runs out of the photo', () => {
  /** Photo and region are the same, and the network denies a part along a side. */
  const whole = { leftPx: 0, topPx: 0, ...picture };
  const everywhere: Box = { left: 0, top: 0, right: 1, bottom: 1 };

  /** What stays of a matte of which the network knows one part, over a region of the photo. */
  function left(matte: readonly Rectangle[], known: Rectangle, box: Box, over = whole): Layer {
    const [body, map] = [layer(matteSide, ...matte), layer(mapSide, known)];
    return withoutNeighbours({ ...body, region: over }, { ...map, region: over }, box, picture);
  }

  const middle: Rectangle = [8, 8, 32, 32];
  /** What the matte has, the box of what is cut, and a place that the network denies. */
  const cut: readonly [string, Rectangle, Box, at: readonly [x: number, y: number]][] = [
    ['left', [0, 8, 32, 32], { left: 0.02, top: 0.2, right: 0.8, bottom: 0.8 }, [3, 20]],
    ['right', [8, 8, 40, 32], { left: 0.2, top: 0.2, right: 0.98, bottom: 0.8 }, [36, 20]],
    ['left and right', [0, 8, 40, 32], { left: 0.02, top: 0.2, right: 0.98, bottom: 0.8 }, [36, 20]],
    ['top', [8, 0, 32, 32], { left: 0.2, top: 0.02, right: 0.8, bottom: 0.8 }, [20, 3]],
    ['bottom', [8, 8, 32, 40], { left: 0.2, top: 0.2, right: 0.8, bottom: 0.98 }, [20, 36]],
  ];

  test.each(cut)('stays whole at the %s', (_, body, box) => {
    expect(left([body], middle, box).plane).toEqual(layer(matteSide, body).plane);
  });

  test.each(cut)('loses what the network denies at the %s where the photo goes on', (_, body, __, at) => {
    const inside = { leftPx: 1, topPx: 1, widthPx: 398, heightPx: 398 };
    expect(alphaAt(left([body], middle, everywhere, inside), ...at)).toBe(0);
  });

  test.each(cut)('loses a neighbour that the photo cuts at the %s beside a whole car', (_, body, __, at) => {
    const beside: Box = { left: 0.03, top: 0.03, right: 0.97, bottom: 0.97 };
    expect(alphaAt(left([body], middle, beside), ...at)).toBe(0);
  });

  test.each([
    ['three', 23, 0],
    ['four', 24, 255],
  ])("keeps or loses a part that touches the photo's edge in %s places", (_, bottom, alpha) => {
    const part: Rectangle = [0, 20, 8, bottom];
    expect(alphaAt(left([middle, part], middle, everywhere), 3, 21)).toBe(alpha);
  });

  test('loses a neighbour at a side that the car does not reach', () => {
    const beside: Rectangle = [32, 15, 40, 25];
    const reachesLeft: Box = { left: 0, top: 0.2, right: 0.8, bottom: 0.8 };
    const kept = left([[0, 8, 32, 32], beside], middle, reachesLeft);
    expect([alphaAt(kept, 3, 20), alphaAt(kept, 36, 20)]).toEqual([255, 0]);
  });
});
