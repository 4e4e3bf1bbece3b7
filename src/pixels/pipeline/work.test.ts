/** The whole work on one picture, with networks that answer what a test says: what is asked, in what order, what comes out. */
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { operationNamed, type Task } from '../../contract/operations.ts';
import { readOptions } from '../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../contract/output/options.ts';
import { cutBytes } from './flat/room.ts';
import type { MatteSettings } from './networks/matte-settings.ts';
import { type ByteTensor, NetworkFault, type Networks, type Tensor } from './networks/networks.ts';
import type { Encoders } from './output/encoders.ts';
import { framePicture } from './picture/frame.ts';
import type { Picture } from './picture/picture.ts';
import { uncertaintyBy } from './review/uncertainty.ts';
import { mayBeRefined, type Result, work } from './work.ts';

const [widthPx, heightPx] = [120, 80];
/** The size that every network sees. */
const seen = 32;
const plain: MatteSettings = { model: 'matte', upsampling: 'bilinear', refiner: false };
const cutout = { kind: 'cutout', imageType: true, refine: true, cleanEdges: false } as const satisfies Task;
const matte = { kind: 'matte', imageType: true, refine: true } as const satisfies Task;
const carCutout: Task = { kind: 'car-cutout', windows: true, shadow: true };
const carLayers: Task = { kind: 'car-layers', windows: true, shadow: true };

/** A profile that no reader parses. */
const icc = Uint8Array.from({ length: 200 }, (_, at) => at);

/** Left red, right blue; counts the rows that are read. */
function photo() {
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) =>
    at % 3 === (Math.floor(at / 3) % widthPx < widthPx / 2 ? 0 : 2) ? 200 : 40,
  );
  const picture = framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc });
  let read = 0;
  const counted: Picture = {
    ...picture,
    rows() {
      const rows = picture.rows();
      const next = (count: number) => {
        const found = rows.next(count);
        read += found.length / (widthPx * 3);
        return found;
      };
      return { next, skip: (count) => rows.skip(count) };
    },
  };
  return { picture: counted, rowsRead: () => read };
}

const map = (name: string, value: (x: number, y: number) => number): Tensor => {
  const data = Uint8Array.from({ length: seen * seen }, (_, at) => value(at % seen, Math.floor(at / seen)));
  return { name, datatype: 'UINT8', shape: [1, seen, seen], data };
};
const numbers = (name: string, width: number, values: number[]): Tensor => {
  return { name, datatype: 'FP32', shape: [1, values.length / width, width], data: Float32Array.from(values) };
};

/** The right half is the subject; its left border is soft over three columns. */
const rightHalf = (x: number) => (x < 15 ? 0 : x > 17 ? 255 : (x - 14) * 64);
/** Between the halves all is unknown. */
const halfUnknown = { matte: () => [map('matte', (x) => (x < 8 ? 0 : x > 24 ? 255 : 128))] };
const usual: Readonly<Record<string, () => Tensor[]>> = {
  matte: () => [map('matte', rightHalf)],
  'image-type': () => [numbers('probabilities', 2, [0.75, 0.25])],
  'vehicle-detector': () => [numbers('boxes', 4, [0.2, 0.2, 0.8, 0.8]), numbers('scores', 4, [0.9, 0, 0, 0])],
  'car-parts': () => [map('opacity', () => 255), map('glass', () => 0), map('car', () => 255)],
  'car-shadow': () => [map('shadow', () => 100)],
  'car-view': () => [numbers('view', 2, [30, 5])],
};

type Answers = Readonly<Record<string, () => Tensor[]>>;

/** Networks that answer later, and write down who was asked after how many answers. */
function networksWith(answers: Answers = {}) {
  const asked: [model: string, answered: number][] = [];
  let answered = 0;
  const port: Networks = {
    async describe(model) {
      const channels = { matte: 3, 'image-type': 3, 'vehicle-detector': 3, 'car-parts': 5 }[model] ?? 4;
      return { inputs: [{ name: 'image', shape: [-1, seen, seen, channels] }], outputs: [] };
    },
    async infer(model, [input]) {
      asked.push([model, answered]);
      await new Promise((resolve) => setTimeout(resolve, 5));
      answered++;
      if (model === 'matte-refiner') return [sureOf(input)];
      return (answers[model] ?? usual[model])();
    },
  };
  return { port, asked };
}

/** A refiner that knows no soft pixel. */
function sureOf({ shape, data }: ByteTensor): Tensor {
  const alpha = Uint8Array.from({ length: data.length / 4 }, (_, at) => (data[at * 4 + 3] < 128 ? 0 : 255));
  return { name: 'alpha', datatype: 'UINT8', shape: shape.slice(0, 3), data: alpha };
}

async function workOn(task: Task, settings: MatteSettings = plain, answers: Answers = {}) {
  const { port, asked } = networksWith(answers);
  const { picture, rowsRead } = photo();
  const result = await work(picture, port, settings, task, encoders);
  return { result, asked, rowsRead };
}

/** Of what is asked for here, all is PNG. */
const encoders: Encoders = {
  jpeg: () => {
    throw new Error('Nobody asked for a JPEG');
  },
  webp: () => Promise.reject(new Error('Nobody asked for a WebP')),
};

async function fileOf(png: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  return Buffer.from(await new Response(png).arrayBuffer());
}

/** Pixels of the middle row, channel by channel. */
async function middleOf(png: ReadableStream<Uint8Array> | null) {
  const { data, info } = await sharp(await fileOf(png))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = data.subarray((heightPx / 2) * widthPx * info.channels, (heightPx / 2 + 1) * widthPx * info.channels);
  const channel = (index: number) => row.filter((_, at) => at % info.channels === index);
  return { info, channel, alpha: channel(info.channels - 1) };
}

/** Who is asked about a photograph, after how many answers. */
const typeAndMatte: [model: string, answered: number][] = [
  ['image-type', 0],
  ['matte', 1],
];

/** The photo of these tests, drawn: a red mark on blue, with a hole of so many pixels to a side. */
function logo(holePx = 0): Picture {
  const isHole = (x: number, y: number) => Math.abs(x - 59.5) < holePx / 2 && Math.abs(y - 39.5) < holePx / 2;
  const isMark = (x: number, y: number) => x >= 40 && x < 80 && y >= 20 && y < 60 && !isHole(x, y);
  const samples = Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return at % 3 === (isMark(pixel % widthPx, Math.floor(pixel / widthPx)) ? 0 : 2) ? 200 : 40;
  });
  return framePicture({ widthPx, heightPx, channels: 3, samples, orientation: 1, icc });
}

const isGraphic = { 'image-type': () => [numbers('probabilities', 2, [0.01, 0.99])] };

describe('a graphic on one colour', () => {
  async function workOnLogo(task: Task, answers: Answers = isGraphic) {
    const { port, asked } = networksWith(answers);
    return { result: await work(logo(), port, { ...plain, refiner: true }, task, encoders), asked };
  }

  test('is cut by colour, without a network but the classifier', async () => {
    const { result, asked } = await workOnLogo(cutout);
    expect(asked).toEqual([['image-type', 0]]);
    expect(result).toMatchObject({ subjectFound: true, refined: true, imageType: { photo: 0.01, graphic: 0.99 } });
    const { alpha, channel } = await middleOf(result.encoded);
    expect([...alpha.keys()].filter((x) => alpha[x] !== (x >= 40 && x < 80 ? 255 : 0))).toEqual([]);
    expect([channel(0)[60], channel(2)[60]]).toEqual([200, 40]);
  });

  test('is cut by the network that is asked for by name', async () => {
    const { result, asked } = await workOnLogo({ ...cutout, model: 'matte' });
    expect(asked.map(([name]) => name)).toContain('matte');
    expect(result.model).toMatch(/^matte@/);
  });

  test('says that it is cut by colour, and is not where a network is asked for by name', async () => {
    expect((await workOnLogo(cutout)).result.isCutByColour).toBe(true);
    expect((await workOnLogo({ ...cutout, model: 'matte' })).result.isCutByColour).toBe(false);
  });

  test.each([
    [undefined, 0],
    ['open', 0],
    ['filled', 255],
  ] as const)('has the holes that are asked for: %s', async (holes, expected) => {
    const { port } = networksWith(isGraphic);
    const { encoded } = await work(logo(12), port, plain, { ...cutout, holes }, encoders);
    const { alpha } = await middleOf(encoded);
    expect([alpha[60], alpha[45], alpha[0]]).toEqual([expected, 255, 0]);
  });

  test('is cut once there is room for it', async () => {
    const { port } = networksWith(isGraphic);
    const asked: number[] = [];
    const takeRoom = async (bytes: number) => void asked.push(bytes);
    const done = await work(logo(), port, { ...plain, refiner: true }, cutout, { ...encoders, takeRoom });
    expect([done.uncertainty, asked]).toEqual([0, [cutBytes({ widthPx, heightPx })]]);
    const full = () => Promise.reject(new Error('no room'));
    await expect(work(logo(), port, plain, cutout, { ...encoders, takeRoom: full })).rejects.toThrow('no room');
  });

  test('has the same alpha as a matte, whatever is reported and whatever its edges show', async () => {
    const drawn = await Promise.all(
      [cutout, { ...cutout, imageType: false }, { ...cutout, cleanEdges: true }, matte].map(async (task) => {
        const { result } = await workOnLogo(task);
        return (await middleOf(result.encoded)).alpha;
      }),
    );
    for (const alpha of drawn) expect(alpha).toEqual(drawn[0]);
    expect((await workOnLogo({ ...cutout, imageType: false })).result.imageType).toBeNull();
  });

  test('is a photograph to the networks where the classifier does not answer', async () => {
    const away = () => {
      throw new NetworkFault('unavailable', 'full');
    };
    expect((await workOnLogo(matte, { 'image-type': away })).asked.map(([model]) => model)).toContain('matte');
  });
});

describe('a subject that may be a vehicle', () => {
  const open = { ...cutout, vehicle: { windows: false, shadow: true } } as const;
  /** All of the right half, as the matte. */
  const onSubject = {
    'vehicle-detector': () => [numbers('boxes', 4, [0.5, 0, 1, 1]), numbers('scores', 4, [0.9, 0, 0, 0])],
  };

  test('becomes a task for cars where the vehicle is the subject', async () => {
    const { result, asked } = await workOn(open, plain, onSubject);
    expect(result).toMatchObject({ subjectFound: true, isVehicle: true, imageType: null });
    const models = asked.map(([model]) => model);
    expect(models.filter((model) => model === 'vehicle-detector')).toHaveLength(1);
    expect(models).toContain('car-shadow');
    const { result: car } = await workOn({ kind: 'car-cutout', windows: false, shadow: true }, plain, onSubject);
    expect((await fileOf(result.encoded)).equals(await fileOf(car.encoded))).toBe(true);
    expect(car.isVehicle).toBe(true);
  });

  test('is cut as ever where it is something else, where the detector fails and where nothing of it is left', async () => {
    const { result: plainly } = await workOn(cutout);
    const expected = await fileOf(plainly.encoded);
    const fails = () => {
      throw new NetworkFault('failed', 'no answer');
    };
    // The first pass shows the subject, and that around the vehicle shows nothing.
    let asked = 0;
    const others: readonly Answers[] = [
      {},
      { 'vehicle-detector': fails },
      { ...onSubject, matte: () => [map('matte', asked++ === 1 ? () => 0 : rightHalf)] },
    ];
    for (const answers of others) {
      const { result } = await workOn(open, plain, answers);
      expect(result.isVehicle).toBe(false);
      expect((await fileOf(result.encoded)).equals(expected)).toBe(true);
    }
  });

  test('is not looked for where nobody wants to know, nor in a graphic that is cut by colour', async () => {
    expect((await workOn(cutout, plain, onSubject)).asked.map(([model]) => model)).not.toContain('vehicle-detector');
    const isGraphic = { 'image-type': () => [numbers('probabilities', 2, [0.01, 0.99])] };
    const { port, asked } = networksWith({ ...onSubject, ...isGraphic });
    expect((await work(logo(), port, plain, open, encoders)).isVehicle).toBe(false);
    expect(asked).toEqual([['image-type', 0]]);
  });

  test('is said to be made by the networks of cars as well', async () => {
    const [with_, without] = await Promise.all([workOn(open), workOn(cutout)]);
    expect(with_.result.model).not.toBe(without.result.model);
  });
});

describe('the networks', () => {
  test('are asked for a refined edge last, where there is a soft one', async () => {
    const [task, settings] = [
      { ...cutout, imageType: false },
      { ...plain, refiner: true },
    ];
    const models = (await workOn(task, settings, halfUnknown)).asked.map(([model]) => model);
    expect(models.slice(0, 2)).toEqual(['image-type', 'matte']);
    expect(new Set(models.slice(2))).toEqual(new Set(['matte-refiner']));
    expect((await workOn(task, settings)).asked).toEqual(typeAndMatte);
    expect((await workOn(task, plain, halfUnknown)).asked).toEqual(typeAndMatte);
    expect((await workOn({ ...task, refine: false }, settings, halfUnknown)).asked).toEqual(typeAndMatte);
  });

  test('a refiner that is full leaves the picture as it is without one, and says so', async () => {
    const { port } = networksWith(halfUnknown);
    const infer: Networks['infer'] = (model, inputs) =>
      model === 'matte-refiner' ? Promise.reject(new NetworkFault('unavailable', 'full')) : port.infer(model, inputs);
    const left = await work(photo().picture, { ...port, infer }, { ...plain, refiner: true }, cutout, encoders);
    const { result } = await workOn(cutout, plain, halfUnknown);
    expect([left.refined, result.refined]).toEqual([false, true]);
    expect(await fileOf(left.encoded)).toEqual(await fileOf(result.encoded));
  });

  test('a refiner is not asked about a matte that has lost its subject', async () => {
    const lost = { matte: () => [map('matte', (x) => (x < 8 ? 0 : x > 30 ? 255 : 160))] };
    const { asked, result } = await workOn({ ...cutout, imageType: false }, { ...plain, refiner: true }, lost);
    expect([asked, result.refined]).toEqual([typeAndMatte, true]);
  });

  test('a refiner is counted where it may be asked', () => {
    const refiner = { ...plain, refiner: true };
    expect([cutout, matte, carCutout, carLayers].map((task) => mayBeRefined(task, refiner))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(mayBeRefined({ ...matte, refine: false }, refiner)).toBe(false);
    expect([cutout, matte].map((task) => mayBeRefined(task, plain))).toEqual([false, false]);
  });

  test.each<[string, Task, [string, number][]]>([
    ['a matte asks for the type before the subject', matte, typeAndMatte],
    ['a cutout that reports no type', { ...cutout, imageType: false }, typeAndMatte],
    [
      'a car cutout asks for no view',
      carCutout,
      [
        ['vehicle-detector', 0],
        ['matte', 1],
        ['car-parts', 2],
        ['car-shadow', 3],
      ],
    ],
    [
      'car layers ask for everything',
      carLayers,
      [
        ['vehicle-detector', 0],
        ['matte', 1],
        ['car-parts', 2],
        ['car-shadow', 3],
        ['car-view', 3],
      ],
    ],
    [
      'a car without a shadow asks for none',
      { ...carLayers, shadow: false },
      [
        ['vehicle-detector', 0],
        ['matte', 1],
        ['car-parts', 2],
        ['car-view', 3],
      ],
    ],
  ])('%s', async (_what, task, due) => {
    const { asked } = await workOn(task);
    expect(asked.sort()).toEqual([...due].sort());
  });

  test('are the ones that the settings name', async () => {
    const answers = { 'matte-2048': usual.matte };
    const { port, asked } = networksWith(answers);
    const describe: Networks['describe'] = async (model) => ({
      ...(await port.describe(model === 'matte-2048' ? 'matte' : model)),
    });
    const settings = { ...plain, model: 'matte-2048' };
    await work(photo().picture, { ...port, describe }, settings, { ...matte, imageType: false }, encoders);
    expect(asked.map(([model]) => model)).toEqual(['image-type', 'matte-2048']);
  });

  test.each(['matte', 'vehicle-detector', 'car-parts', 'car-shadow', 'car-view'])(
    'that fail, %s, fail the work with their own fault',
    async (model) => {
      const fault = new NetworkFault('unavailable', 'full');
      const broken = () => {
        throw fault;
      };
      await expect(workOn(model === 'matte' ? matte : carLayers, plain, { [model]: broken })).rejects.toBe(fault);
    },
  );

  test('that distinguish photographs and graphics may fail alone', async () => {
    const away = () => {
      throw new NetworkFault('failed', 'wrong');
    };
    const { result } = await workOn(matte, plain, { 'image-type': away });
    expect(result).toMatchObject({ subjectFound: true, imageType: null });
  });
});

describe('what is known of the result', () => {
  const factsOf = ({ subjectFound, imageType, view, shadowPng }: Result) => {
    return { subjectFound, imageType, view, hasShadow: shadowPng !== null };
  };
  const nothing = { subjectFound: true, imageType: null, view: null, hasShadow: false };

  test.each<[string, Task, ReturnType<typeof factsOf>]>([
    ['a cutout', cutout, { ...nothing, imageType: { photo: 0.75, graphic: 0.25 } }],
    ['a matte whose type nobody asked for', { ...matte, imageType: false }, nothing],
    ['a car cutout', carCutout, nothing],
    ['car layers', carLayers, { ...nothing, view: { azimuth: 30, elevation: 5 }, hasShadow: true }],
    [
      'car layers without a shadow',
      { ...carLayers, shadow: false },
      { ...nothing, view: { azimuth: 30, elevation: 5 } },
    ],
  ])('%s', async (_what, task, due) => {
    expect(factsOf((await workOn(task)).result)).toEqual(due);
  });

  test('says where nothing stands out', async () => {
    const { result } = await workOn(matte, plain, { matte: () => [map('matte', () => 90)] });
    expect(result.subjectFound).toBe(false);
  });

  test('is measured on the matte and its passes, and on the chosen car alone', async () => {
    const uncertaintyOf = async (task: Task, answers?: Answers) =>
      (await workOn(task, plain, answers)).result.uncertainty;
    expect(await uncertaintyOf(cutout, halfUnknown)).toBeGreaterThan(0.5);
    expect(await uncertaintyOf(matte, halfUnknown)).toBe(await uncertaintyOf(cutout, halfUnknown));
    const hard = { matte: () => [map('matte', (x) => (x < 16 ? 0 : 255))] };
    expect(await uncertaintyOf(matte, hard)).toBe(0);
    expect(await uncertaintyOf(matte, { matte: () => [map('matte', () => 90)] })).toBe(1);
    // Holes that the parts network closes are not uncertain.
    const open = {
      ...halfUnknown,
      'car-parts': () => [map('opacity', () => 255), map('glass', () => 0), map('car', () => 128)],
    };
    expect(await uncertaintyOf(carCutout, halfUnknown)).toBeLessThan(await uncertaintyOf(carCutout, open));
    const glass = { 'car-parts': () => [map('opacity', () => 100), map('glass', () => 255), map('car', () => 255)] };
    expect(await uncertaintyOf(carLayers, glass)).toBe(await uncertaintyOf(carCutout));
  });

  test('of a picture without a vehicle is that it has none', async () => {
    const none = { 'vehicle-detector': () => [numbers('boxes', 4, [0, 0, 1, 1]), numbers('scores', 4, [0, 0, 0, 0])] };
    await expect(workOn(carCutout, plain, none)).rejects.toThrow('No vehicle was found');
    const haze = { matte: () => [map('matte', () => 40)] };
    await expect(workOn(carCutout, plain, haze)).rejects.toThrow('No vehicle was found');
  });
});

describe('with a critic, the uncertainty', () => {
  /** Networks with one that says how likely an answer failed. */
  const critical = (failed: () => Tensor[], answers: Answers = {}) => {
    const { port, asked } = networksWith({ ...answers, critic: failed });
    const review = { critic: { model: 'critic' } };
    const describe: Networks['describe'] = async (model) => ({
      ...(await port.describe(model)),
      ...(model === 'matte' && { passes: { review } }),
    });
    return { port: { ...port, describe }, asked };
  };
  const chance = (value: number) => () => [numbers('failed', 1, [value])];
  const hard = { matte: () => [map('matte', (x) => (x < 16 ? 0 : 255))] };
  const percent = (value: number) => ({ value, unit: '%' }) as const;
  const roi = { left: percent(40), top: percent(0), right: percent(100), bottom: percent(100) };

  test.each<[string, Task]>([
    ['a cutout', cutout],
    ['a matte', matte],
    ['a cutout of a box', { ...cutout, roi }],
    ['a cutout of a network that is asked for by name', { ...cutout, model: 'matte' }],
  ])('of %s is what it says, once, after all others', async (_what, task) => {
    const { port, asked } = critical(chance(0.9), hard);
    const { uncertainty } = await work(photo().picture, port, { ...plain, refiner: true }, task, encoders);
    expect(asked.map(([model]) => model).filter((model) => model === 'critic')).toHaveLength(1);
    expect(asked.at(-1)?.[0]).toBe('critic');
    expect(uncertainty).toBe(uncertaintyBy({ undecided: 0, crumbs: 0, failed: Math.fround(0.9) }));
  });

  test.each<[string, Task, Answers, Picture]>([
    ['a car', carCutout, {}, photo().picture],
    ['a car in layers', carLayers, {}, photo().picture],
    ['a graphic that is cut by colour', cutout, isGraphic, logo()],
    ['a picture without a subject', matte, { matte: () => [map('matte', () => 90)] }, photo().picture],
  ])('of %s is asked of nobody', async (_what, task, answers, picture) => {
    const { port, asked } = critical(chance(0.9), answers);
    const { uncertainty } = await work(picture, port, plain, task, encoders);
    expect(asked.map(([model]) => model)).not.toContain('critic');
    const without = await work(picture, networksWith(answers).port, plain, task, encoders);
    expect(uncertainty).toBe(without.uncertainty);
  });

  test('of a matte that asks for a review by itself is that of the matte: the critic is asked where to look alone', async () => {
    const { port, asked } = critical(chance(0.9), halfUnknown);
    const { uncertainty } = await work(photo().picture, port, plain, matte, encoders);
    expect(asked.filter(([model]) => model === 'critic')).toHaveLength(1);
    const without = await workOn(matte, plain, halfUnknown);
    expect(uncertainty).toBe(without.result.uncertainty);
  });

  // The part is seen with what is around it, from 50 to 120.
  test.each([
    ['its right half', [0, 9], { leftPx: 85, topPx: 0, widthPx: 35, heightPx }],
    ['of its left half what was asked for', [9, 0], { leftPx: 60, topPx: 0, widthPx: 26, heightPx }],
  ])('comes with the place to look at first, in pixels of the whole picture: %s', async (_, lost, place) => {
    const data = Uint8Array.of(...lost, 0, 0);
    const wrong: Tensor = { name: 'wrong', datatype: 'UINT8', shape: [1, 2, 1, 2], data };
    const { port } = critical(() => [...chance(0.9)(), wrong], hard);
    const half = { ...cutout, roi: { ...roi, left: percent(50) } };
    const { lookFirst } = await work(photo().picture, port, plain, half, encoders);
    expect(lookFirst).toEqual(place);
  });

  test('is that of the matte where it fails, and so is the picture', async () => {
    const broken = () => {
      throw new NetworkFault('unavailable', 'full');
    };
    const { port, asked } = critical(broken, hard);
    const result = await work(photo().picture, port, plain, matte, encoders);
    expect(asked.at(-1)?.[0]).toBe('critic');
    const without = await workOn(matte, plain, hard);
    expect(result.uncertainty).toBe(without.result.uncertainty);
    expect(await fileOf(result.encoded)).toEqual(await fileOf(without.result.encoded));
  });
});

describe('the picture', () => {
  test('of a cutout has the colours of the photo, opacity of the matte, and the profile', async () => {
    const { info, channel, alpha } = await middleOf((await workOn(cutout)).result.encoded);
    expect(info).toMatchObject({ width: widthPx, height: heightPx, channels: 4 });
    expect([alpha[0], alpha[40], alpha[80], alpha[119]]).toEqual([0, 0, 255, 255]);
    expect([channel(0)[119], channel(1)[119], channel(2)[119]]).toEqual([40, 40, 200]);
    const file = await fileOf((await workOn(cutout)).result.encoded);
    expect(file.includes('iCCP')).toBe(true);
  });

  test('of a matte is the opacity of the cutout, grey and without a profile', async () => {
    const drawn = await fileOf((await workOn(matte)).result.encoded);
    const opacityOf = (file: Buffer, channel: 0 | 3) => sharp(file).extractChannel(channel).raw().toBuffer();
    const opacity = await opacityOf(await fileOf((await workOn(cutout)).result.encoded), 3);
    expect((await opacityOf(drawn, 0)).equals(opacity)).toBe(true);
    expect(await sharp(drawn).metadata()).toMatchObject({ width: widthPx, height: heightPx, channels: 1 });
    expect(drawn.includes('iCCP')).toBe(false);
  });

  test('has the photo’s own colours in every pixel that is seen, of a subject and of a car', async () => {
    for (const task of [cutout, { ...carCutout, shadow: false }]) {
      const { channel, alpha } = await middleOf((await workOn(task)).result.encoded);
      const seenOf = (x: number) => [0, 1, 2].map((index) => channel(index)[x]);
      const shown = [...alpha.keys()].filter((x) => alpha[x] > 0);
      expect(shown.length).toBeGreaterThan(widthPx / 3);
      for (const x of shown) expect(seenOf(x)).toEqual(x < widthPx / 2 ? [200, 40, 40] : [40, 40, 200]);
    }
  });

  test('has the subject alone in the colours of its soft edges, where that is asked for', async () => {
    const asTaken = await middleOf((await workOn(cutout)).result.encoded);
    const clean = await middleOf((await workOn({ ...cutout, cleanEdges: true })).result.encoded);
    expect(clean.alpha).toEqual(asTaken.alpha);
    const opaque = [...clean.alpha.keys()].filter((x) => clean.alpha[x] === 255);
    for (const x of opaque) expect(clean.channel(2)[x]).toBe(asTaken.channel(2)[x]);
    const soft = [...clean.alpha].map((value, x) => ({ value, x })).filter(({ value }) => value > 0 && value < 255);
    // The photo is red left of the middle; the subject is blue.
    const redOf = ({ channel }: typeof clean) => soft.reduce((sum, { x }) => sum + channel(0)[x], 0);
    expect(soft.length).toBeGreaterThan(4);
    expect(redOf(clean)).toBeLessThan(redOf(asTaken));
  });

  test('follows the edge of the photo where the upsampling is guided', async () => {
    const stepOf = ({ alpha }: Awaited<ReturnType<typeof middleOf>>) => alpha[widthPx / 2] - alpha[widthPx / 2 - 1];
    const bilinear = await middleOf((await workOn(cutout)).result.encoded);
    const guided = await middleOf((await workOn(cutout, { ...plain, upsampling: 'guided' })).result.encoded);
    expect(stepOf(guided)).toBeGreaterThan(stepOf(bilinear));
  });

  test('is what the refiner sees, where there is one', async () => {
    const softPixels = ({ alpha }: Awaited<ReturnType<typeof middleOf>>) =>
      alpha.filter((value) => value > 0 && value < 255).length;
    const coarse = await middleOf((await workOn(cutout, plain, halfUnknown)).result.encoded);
    const refined = await middleOf((await workOn(cutout, { ...plain, refiner: true }, halfUnknown)).result.encoded);
    expect(softPixels(refined)).toBeLessThan(softPixels(coarse));
  });

  test('of a car has its shadow baked in, or beside it in layers', async () => {
    const solid = { matte: () => [map('matte', (x) => (x < 6 || x > 25 ? 0 : 255))] };
    const bare = await middleOf((await workOn({ ...carCutout, shadow: false }, plain, solid)).result.encoded);
    const baked = await middleOf((await workOn(carCutout, plain, solid)).result.encoded);
    const layers = (await workOn(carLayers, plain, solid)).result;
    const apart = await middleOf(layers.encoded);
    const shadow = await sharp(await fileOf(layers.shadowPng)).metadata();
    expect(apart.alpha).toEqual(bare.alpha);
    expect(Buffer.compare(Buffer.from(baked.alpha), Buffer.from(bare.alpha))).not.toBe(0);
    expect(shadow).toMatchObject({ width: widthPx, height: heightPx, channels: 1 });
  });

  test('of a car keeps its glass closed, where that is asked for', async () => {
    const glass = { 'car-parts': () => [map('opacity', () => 100), map('glass', () => 255), map('car', () => 255)] };
    const opened = await middleOf((await workOn({ ...carCutout, shadow: false }, plain, glass)).result.encoded);
    const closed = { ...carCutout, shadow: false, windows: false };
    const kept = await middleOf((await workOn(closed, plain, glass)).result.encoded);
    expect(Math.max(...kept.alpha)).toBe(255);
    expect(Math.max(...opened.alpha)).toBeLessThan(255);
  });

  test('that nobody reads any more is worked on no more', async () => {
    const left = await workOn(cutout);
    const before = left.rowsRead();
    await left.result.encoded.cancel();
    expect(left.rowsRead()).toBe(before);
    const read = await workOn(cutout);
    await fileOf(read.result.encoded);
    expect(read.rowsRead()).toBe(before + heightPx);
  });
});

describe('a shadow', () => {
  const made = async (shadow: Record<string, string>, answers: Answers) => {
    const task = operationNamed('image-without-background').read(
      new Map(Object.entries({ ...shadow, max_size: '32' })),
    );
    return fileOf((await workOn(task, plain, answers)).result.encoded);
  };

  test.each(['drop', 'contact'])('that is %s is under a subject, and under nothing else', async (shadow) => {
    const upper: Answers = { matte: () => [map('matte', (x, y) => (y < 16 && x > 8 && x < 24 ? 255 : 0))] };
    expect((await made({ shadow }, upper)).equals(await made({}, upper))).toBe(false);
    const haze: Answers = { matte: () => [map('matte', () => 90)] };
    expect((await made({ shadow }, haze)).equals(await made({}, haze))).toBe(true);
  });
});

describe.each<[string, Extract<Task, { readonly kind: 'cutout' | 'car-cutout' }>]>([
  ['subject', cutout],
  ['car', { kind: 'car-cutout', windows: true, shadow: false }],
])('a %s that the photo cuts', (_what, task) => {
  const cut: Answers = {
    'vehicle-detector': () => [numbers('boxes', 4, [0.4, 0.3, 1, 1]), numbers('scores', 4, [0.9, 0, 0, 0])],
  };
  const shown = async (flush: string) => {
    const given = { crop: 'subject', crop_margin: '10', crop_cut_sides: flush };
    const { output } = cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
    const { result } = await workOn({ ...task, output }, plain, cut);
    if (!result.output) throw new Error('There is no framing');
    const { boxLeftPx, boxTopPx, boxWidthPx, boxHeightPx } = result.output;
    return { left: boxLeftPx, top: boxTopPx, right: boxLeftPx + boxWidthPx, bottom: boxTopPx + boxHeightPx };
  };

  test('has a margin there, or none if that is asked for', async () => {
    const [kept, flush] = [await shown('keep'), await shown('flush')];
    expect([kept.right, kept.bottom]).toEqual([widthPx + 10, heightPx + 10]);
    const top = task.kind === 'cutout' ? 0 : kept.top;
    expect(flush).toEqual({ left: kept.left, top, right: widthPx, bottom: heightPx });
  });
});
