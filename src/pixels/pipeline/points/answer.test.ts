/** Whole answers to photos with points: what they are at the points, and that nothing else changes. */
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { deep } from '../../../../testing/depth.ts';
import type { Task } from '../../../contract/operations.ts';
import type { Passes } from '../../../contract/passes/declaration.ts';
import type { AskedPoint, AskedPoints } from '../../../contract/points.ts';
import { readRoi } from '../../../contract/roi.ts';
import type { MatteSettings } from '../networks/matte-settings.ts';
import type { ByteTensor } from '../networks/networks.ts';
import { NetworkFault } from '../networks/networks.ts';
import type { Encoders } from '../output/encoders.ts';
import { askedPart } from '../part/asked.ts';
import { partOf } from '../part/picture.ts';
import { framePicture } from '../picture/frame.ts';
import type { Picture } from '../picture/picture.ts';
import type { Size } from '../plane/region.ts';
import { uncertaintyBy } from '../review/uncertainty.ts';
import { work } from '../work.ts';
import { leastKept, mostDropped } from './at-points.ts';
import { sizeInFrame } from './frame.ts';
import {
  type Haze,
  photoOf,
  type Rectangle,
  type SceneAnswers,
  type ScenePart,
  sceneNetworks,
} from './testing/scene.ts';
import { segmentByGreen } from './testing/segmenter.ts';

const settings: MatteSettings = { model: 'matte', upsampling: 'guided', refiner: true, pointSegmenter: true };
const cutout = { kind: 'cutout', imageType: true, refine: true, cleanEdges: true } as const satisfies Task;
const matte = { kind: 'matte', imageType: true, refine: true } as const satisfies Task;
type PointsTask = Extract<Task, { readonly kind: 'cutout' | 'matte' }>;

const encoders: Encoders = {
  jpeg: () => {
    throw new Error('Nobody asked for a JPEG');
  },
  webp: () => Promise.reject(new Error('Nobody asked for a WebP')),
};

/** The body that the passes have, an arm that they have lost, and a slab of wall that they have too much. */
const body: ScenePart = { left: 0.3, top: 0.3, right: 0.5, bottom: 0.8, alpha: 255, part: 40 };
const arm: ScenePart = { left: 0.5, top: 0.4, right: 0.7, bottom: 0.5, alpha: 0, part: 80 };
const slab: ScenePart = { left: 0.1, top: 0.55, right: 0.3, bottom: 0.75, alpha: 255, part: 140 };
const scene = [body, arm, slab];

/** A place in a patch: shares of its sides. */
const placeIn = ({ left, top, right, bottom }: Rectangle, x = 0.5, y = 0.5): AskedPoint => ({
  x: { value: 100 * (left + (right - left) * x), unit: '%' },
  y: { value: 100 * (top + (bottom - top) * y), unit: '%' },
});

interface Answered {
  readonly result: Awaited<ReturnType<typeof work>>;
  readonly asked: readonly string[];
  readonly tiles: number;
  readonly channels: number;
  readonly data: Buffer;
  alphaAt(x: number, y: number): number;
}

interface Given extends SceneAnswers {
  readonly task?: PointsTask;
  readonly settings?: MatteSettings;
}

async function answered(picture: Picture, points: AskedPoints | undefined, given: Given = {}): Promise<Answered> {
  const { task = cutout, settings: own = settings, ...answers } = given;
  const { port, asked, tiles } = sceneNetworks(answers);
  const result = await work(picture, port, own, { ...task, points }, encoders);
  const file = Buffer.from(await new Response(result.encoded).arrayBuffer());
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + info.channels - 1];
  return { result, asked, tiles: tiles(), channels: info.channels, data, alphaAt };
}

const pixelOf = ({ x, y }: AskedPoint, { widthPx, heightPx }: Size) => ({
  x: Math.floor((x.value * widthPx) / 100),
  y: Math.floor((y.value * heightPx) / 100),
});

/** Whether all points have the alpha that they have to. */
function expectRight({ alphaAt }: Answered, { keep, drop }: AskedPoints, picture: Size): void {
  for (const point of keep) {
    const { x, y } = pixelOf(point, picture);
    expect(alphaAt(x, y), `kept at ${x} ${y}`).toBeGreaterThanOrEqual(leastKept);
  }
  for (const point of drop) {
    const { x, y } = pixelOf(point, picture);
    expect(alphaAt(x, y), `dropped at ${x} ${y}`).toBeLessThanOrEqual(mostDropped);
  }
}

/** Where samples count: at least so many pixels of the segmenter's square away from patches. */
interface Beyond {
  readonly patches: readonly Rectangle[];
  readonly picture: Size;
  readonly seen: Size;
  readonly away: number;
}

/** Counts samples that differ there. */
function changedBeyond(one: Answered, other: Answered, { patches, picture, seen, away }: Beyond): number {
  const frame = sizeInFrame(seen);
  // A mask of cells is up to one cell wider than its patch.
  const reach = ((away + 4) * seen.widthPx) / frame.widthPx + 1;
  const { channels } = one;
  let changed = 0;
  for (let at = 0; at < one.data.length; at++) {
    if (one.data[at] === other.data[at]) continue;
    const pixel = Math.floor(at / channels);
    const [x, y] = [(pixel % picture.widthPx) + 0.5, Math.floor(pixel / picture.widthPx) + 0.5];
    const isNear = patches.some(({ left, top, right, bottom }) => {
      const across = Math.max(left * picture.widthPx - x, x - right * picture.widthPx);
      const down = Math.max(top * picture.heightPx - y, y - bottom * picture.heightPx);
      return Math.max(across, down) <= reach;
    });
    if (!isNear) changed++;
  }
  return changed;
}

/** Points of the scene: in the arm, in the slab, and on what of the arm is to go. */
const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const places = (left: number, right: number, most: number) =>
  fc.array(fc.record({ x: share(left, right), y: share(0.15, 0.85) }), { maxLength: most });
const clicks = fc
  .record({ keep: places(0.1, 0.55, 3), drop: places(0.1, 0.9, 2), cut: places(0.75, 0.9, 1) })
  .filter(({ keep, drop }) => keep.length + drop.length > 0)
  .map(({ keep, drop, cut }) => ({
    points: {
      keep: keep.map(({ x, y }) => placeIn(arm, x, y)),
      drop: [...drop.map(({ x, y }) => placeIn(slab, x, y)), ...cut.map(({ x, y }) => placeIn(arm, x, y))],
    },
    patches: [...(keep.length + cut.length > 0 ? [arm] : []), ...(drop.length > 0 ? [slab] : [])],
  }));
const closeUp: Passes = { closeUp: { whenSmaller: 0.9, whenUnknown: 0 } };

/** Kinds of photos and calls, in which the same must be true. */
const kinds: readonly {
  what: string;
  widthPx: number;
  heightPx: number;
  parts?: readonly ScenePart[];
  haze?: Haze;
  given?: Given;
}[] = [
  { what: 'a photo', widthPx: 300, heightPx: 220 },
  { what: 'a small photo', widthPx: 60, heightPx: 44 },
  {
    what: 'a photo without a refiner',
    widthPx: 300,
    heightPx: 220,
    given: { settings: { ...settings, refiner: false } },
  },
  { what: 'more tiles than may be', widthPx: 900, heightPx: 700, haze: 'right', given: { matteSidePx: 1024 } },
  {
    what: 'a first matte that is lost',
    widthPx: 300,
    heightPx: 220,
    haze: 'everywhere',
    parts: [
      { ...body, alpha: 150 },
      { ...arm, alpha: 120 },
      { ...slab, alpha: 140 },
    ],
  },
  {
    what: 'a part of a photo',
    widthPx: 300,
    heightPx: 220,
    given: { task: { ...cutout, roi: readRoi('8% 25% 75% 85%') } },
  },
  { what: 'a close-up that shows less than is clicked', widthPx: 400, heightPx: 300, given: { passes: closeUp } },
  { what: 'a matte', widthPx: 300, heightPx: 220, given: { task: matte } },
];

describe.each(kinds.map((kind) => [kind.what, kind] as const))(
  '%s',
  (_what, { widthPx, heightPx, parts = scene, haze, given = {} }) => {
    const picture = photoOf(widthPx, heightPx, parts, haze);
    const seenOf = () => {
      const asked = askedPart(given.task?.roi, picture);
      return asked ? partOf(picture, asked.seen) : picture;
    };

    test('has the alpha that it has to at points, and changes nowhere else', { timeout: 120_000 }, async () => {
      const without = await answered(picture, undefined, given);
      await fc.assert(
        fc.asyncProperty(clicks, async ({ points, patches }) => {
          const found = await answered(picture, points, given);
          expectRight(found, points, picture);
          expect(changedBeyond(without, found, { patches, picture, seen: seenOf(), away: 8 })).toBe(0);
          expect(found.data.equals(without.data)).toBe(false);
        }),
        { numRuns: deep ? 8 : 2 },
      );
    });

    test('is the same whatever the order of points, and however often they come', { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(clicks, fc.integer(), async ({ points }, seed) => {
          const mixed = (of: readonly AskedPoint[]) => {
            const twice = [...of, ...of];
            return twice.map((_, at) => twice[(at + Math.abs(seed)) % twice.length]).reverse();
          };
          const found = await answered(picture, points, given);
          const other = await answered(picture, { keep: mixed(points.keep), drop: mixed(points.drop) }, given);
          expect(other.data.equals(found.data)).toBe(true);
          expect(other.result.uncertainty).toBe(found.result.uncertainty);
        }),
        { numRuns: deep ? 4 : 1 },
      );
    });
  },
);

describe('a part that is clicked', () => {
  const picture = photoOf(300, 220, scene);
  const [ofArm, ofSlab] = [placeIn(arm), placeIn(slab)];
  /** In the middle of patches. */
  const middles = ({ alphaAt }: Answered) =>
    [body, arm, slab].map((patch) => {
      const { x, y } = pixelOf(placeIn(patch), picture);
      return alphaAt(x, y);
    });

  test('is added, or taken away, as a whole and with nothing between it and the subject', async () => {
    expect(middles(await answered(picture, undefined))).toEqual([255, 0, 255]);
    const found = await answered(picture, { keep: [ofArm], drop: [ofSlab] });
    expect(middles(found)).toEqual([255, 255, 0]);
    const row = pixelOf(ofArm, picture).y;
    for (let x = 140; x < 200; x++) expect(found.alphaAt(x, row), `at ${x}`).toBe(255);
    const below = pixelOf(ofSlab, picture).y;
    for (let x = 40; x < 85; x++) expect(found.alphaAt(x, below), `at ${x}`).toBe(0);
  });

  test('goes on beyond a close-up', async () => {
    const large = photoOf(400, 300, scene);
    const found = await answered(large, { keep: [ofArm], drop: [] }, { passes: closeUp });
    expect(found.asked.filter((model) => model === 'matte')).toHaveLength(2);
    const row = pixelOf(ofArm, large).y;
    for (let x = 190; x < 275; x++) expect(found.alphaAt(x, row), `at ${x}`).toBe(255);
  });

  test('costs no pass where there is no part at the point', async () => {
    const { port, asked } = sceneNetworks();
    const nowhere = { x: { value: 95, unit: '%' }, y: { value: 5, unit: '%' } } as const;
    for (const [points, field] of [
      [{ keep: [nowhere], drop: [ofSlab] }, 'keep_points'],
      [{ keep: [ofArm], drop: [nowhere] }, 'drop_points'],
    ] as const) {
      asked.length = 0;
      const answer = work(picture, port, settings, { ...cutout, points }, encoders);
      await expect(answer).rejects.toMatchObject({ name: 'PointFault', field, code: 'POINT_NOT_FOUND' });
      expect(new Set(asked)).toEqual(new Set(['image-type', 'point-segmenter']));
    }
  });

  test.each(['unavailable', 'failed'] as const)('is never left out where the segmenter is %s', async (kind) => {
    const segment = () => {
      throw new NetworkFault(kind, 'full');
    };
    await expect(answered(picture, { keep: [ofArm], drop: [] }, { segment })).rejects.toMatchObject({
      name: 'NetworkFault',
      kind,
    });
  });

  test('needs a segmenter in the deployment', async () => {
    const none = { settings: { ...settings, pointSegmenter: false } };
    const answer = answered(picture, { keep: [], drop: [ofSlab] }, none);
    await expect(answer).rejects.toMatchObject({ field: 'drop_points', code: 'VALIDATION_ERROR' });
  });

  test('alone can make a subject', async () => {
    const bare = photoOf(300, 220, [arm]);
    expect((await answered(bare, undefined)).result).toMatchObject({ subjectFound: false, uncertainty: 1 });
    const { result, alphaAt } = await answered(bare, { keep: [ofArm], drop: [] });
    expect(result.subjectFound).toBe(true);
    expect(result.uncertainty).toBeLessThan(0.5);
    expect(alphaAt(180, 99)).toBe(255);
    const dropped = await answered(photoOf(300, 220, [slab]), { keep: [], drop: [ofSlab] });
    expect(dropped.result).toMatchObject({ subjectFound: false, uncertainty: 1 });
  });

  test('makes the answer as sure as it then is', async () => {
    const haze = { ...arm, alpha: 128 };
    const hazy = photoOf(300, 220, [body, haze]);
    const [before, after] = [await answered(hazy, undefined), await answered(hazy, { keep: [ofArm], drop: [] })];
    expect(before.result.uncertainty).toBeGreaterThan(0.5);
    expect(after.result.uncertainty).toBeLessThan(0.5);
  });

  test.each([
    ['what points bring', { keep: [ofArm], drop: [] }],
    ['points that change nothing', { keep: [placeIn(body)], drop: [] }],
  ])('with %s is shown to a critic once, as it then is', async (_what, points) => {
    const shown: ByteTensor[] = [];
    const failed = (image: ByteTensor) => {
      shown.push(image);
      return 0.75;
    };
    const passes = { review: { critic: { model: 'critic' } } };
    const { result, asked, alphaAt } = await answered(picture, points, { passes, failed });
    expect(asked.filter((model) => model === 'critic')).toHaveLength(1);
    expect(result.uncertainty).toBe(uncertaintyBy({ undecided: 0, crumbs: 0, failed: 0.75 }));
    const [{ data }] = shown;
    // Middles of the arm and of the body, in pixels of the picture and in places of 32 × 32.
    for (const part of [arm, body]) {
      const { x, y } = { x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 };
      const place = Math.floor(y * 32) * 32 + Math.floor(x * 32);
      const alpha = alphaAt(Math.floor(x * picture.widthPx), Math.floor(y * picture.heightPx));
      expect(Math.abs(data[place * 4 + 3] - alpha)).toBeLessThan(40);
    }
  });

  test('with drop points is not shown to a critic, which would call lost what is gone on purpose', async () => {
    const given = { passes: { review: { critic: { model: 'critic' } } }, failed: () => 1 };
    for (const keep of [[], [ofArm]]) {
      const { result, asked } = await answered(picture, { keep, drop: [ofSlab] }, given);
      expect(asked).not.toContain('critic');
      expect(result.uncertainty).toBe((await answered(picture, { keep, drop: [ofSlab] })).result.uncertainty);
    }
  });

  test('is refined by tiles of its own, few of them', async () => {
    const soft = photoOf(900, 700, scene, 'right');
    const given = { matteSidePx: 1024 };
    const without = await answered(soft, undefined, given);
    const found = await answered(soft, { keep: [ofArm], drop: [ofSlab] }, given);
    expect(without.tiles).toBe(32);
    expect(found.tiles).toBeGreaterThan(without.tiles);
    expect(found.tiles).toBeLessThanOrEqual(without.tiles + 8);
  });

  test('of a matte is the alpha of the cutout', async () => {
    const points = { keep: [ofArm], drop: [ofSlab] };
    const [cut, grey] = [await answered(picture, points), await answered(picture, points, { task: matte })];
    expect(cut.data.filter((_, at) => at % 4 === 3)).toEqual(grey.data.filter((_, at) => at % grey.channels === 0));
  });

  test('is asked about alone, and with others on the same part together', async () => {
    const calls: number[][] = [];
    const segment = (inputs: readonly ByteTensor[]) => {
      calls.push([...inputs[1].data].filter((_, at) => at % 5 === 4).filter((label) => label < 255));
      return segmentByGreen(inputs);
    };
    const points = { keep: [placeIn(arm, 0.2), placeIn(arm, 0.8)], drop: [placeIn(arm, 0.5)] };
    await answered(picture, points, { segment });
    expect(calls).toEqual([[1], [1], [0 + 1], [1, 1, 0]]);
  });
});

describe('a graphic that is cut by colour', () => {
  const [white, red, blue] = [
    [255, 255, 255],
    [200, 20, 30],
    [20, 40, 200],
  ];
  /** A red ring with a blue bar in it, on white: inside of the ring it is white. */
  const colourAt = (x: number, y: number) => {
    const away = Math.hypot(x - 60, y - 60);
    if (Math.abs(x - 60) < 20 && Math.abs(y - 60) < 5) return blue;
    return away < 45 && away > 32 ? red : white;
  };
  const pictureOf = (paint: typeof colourAt): Picture => {
    const samples = Uint8Array.from({ length: 120 * 120 * 3 }, (_, place) => {
      const pixel = Math.floor(place / 3);
      return paint(pixel % 120, Math.floor(pixel / 120))[place % 3];
    });
    return framePicture({ widthPx: 120, heightPx: 120, channels: 3, samples, orientation: 1, icc: null });
  };
  const drawing = pictureOf(colourAt);
  const at = (x: number, y: number): AskedPoint => ({ x: { value: x, unit: 'px' }, y: { value: y, unit: 'px' } });
  const graphic = { photo: 0.001 };
  const ask = (keep: AskedPoint[], drop: AskedPoint[]) => answered(drawing, { keep, drop }, graphic);

  test('takes the region of one colour, without a segmenter, and leaves all else', async () => {
    const without = await answered(drawing, undefined, graphic);
    const [inHole, onRing, onBar, outside] = [
      [60, 45],
      [60, 22],
      [60, 60],
      [5, 5],
    ] as const;
    const alphas = ({ alphaAt }: Answered) => [inHole, onRing, onBar, outside].map(([x, y]) => alphaAt(x, y));
    const [hole, ring, bar, out] = alphas(without);
    expect([ring, bar, out]).toEqual([255, 255, 0]);
    const dropped = await ask([], [at(...inHole)]);
    expect(dropped.asked).toEqual(['image-type']);
    expect(alphas(dropped)).toEqual([0, 255, 255, 0]);
    expect(alphas(await ask([at(...inHole)], []))).toEqual([255, 255, 255, 0]);
    expect(alphas(await ask([], [at(...onBar)]))).toEqual([hole, 255, 0, 0]);
    expect(alphas(await ask([at(...inHole)], [at(...onRing)]))).toEqual([255, 0, 255, 0]);
    const removed = await ask([], [at(...onBar)]);
    const changed = [...removed.data.keys()].filter((place) => removed.data[place] !== without.data[place]);
    const far = changed.filter((place) => {
      const [x, y] = [Math.floor(place / 4) % 120, Math.floor(place / 4 / 120)];
      return Math.abs(x - 60) > 22 || Math.abs(y - 60) > 7;
    });
    expect(changed.length).toBeGreaterThan(0);
    expect(far).toEqual([]);
  });

  test('that is all dropped has no subject, and with what is kept it has one', async () => {
    const mark = (x: number, y: number) => (Math.abs(x - 60) < 20 && Math.abs(y - 60) < 20 ? red : white);
    const picture = pictureOf(mark);
    const { result } = await answered(picture, { keep: [], drop: [at(60, 60)] }, graphic);
    expect(result).toMatchObject({ subjectFound: false, uncertainty: 1 });
    expect((await answered(picture, { keep: [at(60, 60)], drop: [] }, graphic)).result.subjectFound).toBe(true);
  });

  test('is the same whatever the order of points', async () => {
    const [first, second] = [
      await ask([at(60, 45), at(40, 60)], [at(60, 22), at(60, 60)]),
      await ask([at(40, 60), at(60, 45), at(60, 45)], [at(60, 60), at(60, 22)]),
    ];
    expect(second.data.equals(first.data)).toBe(true);
  });
});
