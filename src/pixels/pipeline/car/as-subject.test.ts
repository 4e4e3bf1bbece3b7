import { expect, test } from 'vitest';
import { NetworkFault, type Networks, type Tensor } from '../networks/networks.ts';
import { type AskedPart, askedPart } from '../part/asked.ts';
import { framePicture } from '../picture/frame.ts';
import { vehicleAsSubject } from './as-subject.ts';

const [widthPx, heightPx] = [200, 100];
const sidePx = 50;
const picture = framePicture({
  widthPx,
  heightPx,
  channels: 3,
  samples: new Uint8Array(widthPx * heightPx * 3).fill(90),
  orientation: 1,
  icc: null,
});

/** Left, top, right, bottom as shares of the picture. */
type Box = readonly [left: number, top: number, right: number, bottom: number];

/** A matte of alpha in some boxes, and a detector that sees others; and who was asked. */
function networksWith(alpha: number, subject: readonly Box[], vehicles: readonly (readonly [Box, number])[] | Error) {
  const asked: string[] = [];
  const isIn = (x: number, y: number) =>
    subject.some(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom);
  const matte = Uint8Array.from({ length: sidePx * sidePx }, (_, at) =>
    isIn(((at % sidePx) + 0.5) / sidePx, (Math.floor(at / sidePx) + 0.5) / sidePx) ? alpha : 0,
  );
  const networks: Networks = {
    describe: async () => ({ inputs: [{ name: 'image', shape: [-1, sidePx, sidePx, 3] }], outputs: [] }),
    async infer(model): Promise<Tensor[]> {
      asked.push(model);
      if (model === 'matte') return [{ name: 'matte', datatype: 'UINT8', shape: [1, sidePx, sidePx], data: matte }];
      if (vehicles instanceof Error) throw vehicles;
      const rows = (name: string, values: readonly number[][]): Tensor => {
        const data = Float32Array.from(values.flat());
        return { name, datatype: 'FP32', shape: [1, values.length, 4], data };
      };
      return [
        rows(
          'boxes',
          vehicles.map(([box]) => [...box]),
        ),
        rows(
          'scores',
          vehicles.map(([, score]) => [score, 0, 0, 0]),
        ),
      ];
    },
  };
  return { networks, asked };
}

interface Seen {
  readonly alpha?: number;
  readonly subject?: readonly Box[];
  readonly vehicles: readonly (readonly [Box, number])[] | Error;
  readonly asked?: AskedPart | null;
}

async function chosenIn({ alpha = 255, subject = [car], vehicles, asked = null }: Seen) {
  const { networks, asked: models } = networksWith(alpha, subject, vehicles);
  const found = await vehicleAsSubject(picture, networks, 'matte', asked, new Map());
  const { left, top, right, bottom } = found?.chosen ?? {};
  return { box: found && [left, top, right, bottom].map((side) => Number(side?.toFixed(2))), models, found };
}

const car: Box = [0.2, 0.4, 0.8, 0.8];

test('is a vehicle whose box holds the subject and is large', async () => {
  const { box, models } = await chosenIn({ vehicles: [[car, 0.9]] });
  expect([box, models]).toEqual([[...car], ['vehicle-detector', 'matte']]);
});

test.each<[string, Box, Box | null]>([
  ['12 % of the picture', [0.2, 0.4, 0.6, 0.71], [0.2, 0.4, 0.6, 0.71]],
  ['less', [0.2, 0.4, 0.6, 0.69], null],
])('takes %s', async (_what, vehicle, chosen) => {
  const { box, models } = await chosenIn({ subject: [vehicle], vehicles: [[vehicle, 0.9]] });
  expect(box).toEqual(chosen);
  // Without a large box no pass is made for it.
  expect(models).toEqual(chosen ? ['vehicle-detector', 'matte'] : ['vehicle-detector']);
});

test.each<[string, Box, boolean]>([
  ['72 % of the subject', [0.28, 0, 1, 1], true],
  ['68 % of it', [0.32, 0, 1, 1], false],
])('holds %s', async (_what, vehicle, isSubject) => {
  const subject: Box[] = [[0, 0, 1, 1]];
  expect((await chosenIn({ subject, vehicles: [[vehicle, 0.9]] })).box !== null).toBe(isSubject);
});

test('is none where two of one size are the subject', async () => {
  const [left, right]: Box[] = [
    [0, 0.2, 0.5, 0.8],
    [0.5, 0.2, 1, 0.8],
  ];
  const vehicles = [[left, 0.9] as const, [right, 0.9] as const];
  expect((await chosenIn({ subject: [left, right], vehicles })).box).toBeNull();
});

test('knows the others, small ones too', async () => {
  const small: Box = [0.9, 0.4, 0.95, 0.45];
  const { box, found } = await chosenIn({
    vehicles: [
      [small, 0.9],
      [car, 0.8],
    ],
  });
  expect(box).toEqual([...car]);
  expect(found?.others).toHaveLength(1);
});

test('counts opaque pixels alone', async () => {
  expect((await chosenIn({ alpha: 242, vehicles: [[car, 0.9]] })).box).toBeNull();
  expect((await chosenIn({ alpha: 243, vehicles: [[car, 0.9]] })).box).not.toBeNull();
  expect((await chosenIn({ subject: [], vehicles: [[car, 0.9]] })).box).toBeNull();
});

test('of a part that was asked for counts what is in it', async () => {
  const whole = { value: 100, unit: '%' } as const;
  const from = { value: 50, unit: '%' } as const;
  const none = { value: 0, unit: '%' } as const;
  const part = askedPart({ left: from, top: none, right: whole, bottom: whole }, picture);
  // The picture of the test is what is seen of the part.
  const asked = part && { ...part, seen: { leftPx: 0, topPx: 0, widthPx, heightPx } };
  const subject: Box[] = [
    [0, 0, 0.4, 1],
    [0.6, 0, 1, 1],
  ];
  const vehicles = [[[0.6, 0, 1, 1], 0.9] as const];
  expect((await chosenIn({ subject, vehicles })).box).toBeNull();
  expect((await chosenIn({ subject, vehicles, asked })).box).not.toBeNull();
});

test('is none where the detector fails, whatever it fails by', async () => {
  for (const kind of ['unavailable', 'failed'] as const) {
    const { box, models } = await chosenIn({ vehicles: new NetworkFault(kind, 'no answer') });
    expect([box, models]).toEqual([null, ['vehicle-detector']]);
  }
});
