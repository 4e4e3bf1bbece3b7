/** `keep_points` and `drop_points` of operations 1 to 4, in both encodings: what is refused of them, at no cost. */
import { describe, expect, test } from 'vitest';
import { operationNamed } from '../../src/contract/operations.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { invalid } from '../contract.ts';
import { declareService } from '../service.ts';
import { shareOf } from './cases.ts';

type Given = Readonly<Record<string, unknown>>;

const service = declareService();
const names = [
  'image-without-background',
  'image-without-background-base64',
  'alpha-channel',
  'alpha-channel-base64',
] as const;
const many = (count: number) => Array.from({ length: count }, (_, at) => `${at} 0`).join(';');

const wrong: readonly (readonly [what: string, given: Given, field: string, message: RegExp])[] = [
  ['no numbers', { keep_points: 'the left arm' }, 'keep_points', /received 'the left arm'/],
  ['one number', { drop_points: '10' }, 'drop_points', /received '10'/],
  ['three numbers', { keep_points: '10 20 30' }, 'keep_points', /received '10 20 30'/],
  ['a point that is wrong among good ones', { keep_points: '1 1; 2 2; 3' }, 'keep_points', /received ' 3'/],
  ['a point that is missing', { keep_points: '1 1;;2 2' }, 'keep_points', /received an empty text/],
  ['a number with an exponent', { keep_points: '1e1 2' }, 'keep_points', /received '1e1 2'/],
  ['another unit', { keep_points: '1em 2em' }, 'keep_points', /received '1em 2em'/],
  ['a place left of the picture', { keep_points: '-1 2' }, 'keep_points', /received '-1 2'/],
  ['more than 100 percent', { drop_points: '50% 100.5%' }, 'drop_points', /received '50% 100.5%'/],
  ['33 points', { keep_points: many(33) }, 'keep_points', /^At most 32 points/],
  [
    '33 points of both kinds',
    { keep_points: many(20), drop_points: `${many(13).replaceAll(' 0', ' 9')}` },
    'drop_points',
    /^At most 32/,
  ],
  ['a place that is kept and dropped', { keep_points: '5 5', drop_points: '9 9;5px 5' }, 'drop_points', /5px 5px/],
  ['a place that is nearly both', { keep_points: '50% 50%', drop_points: '50.5% 50.5%' }, 'drop_points', /50.5%/],
];
/** What JSON alone can hold. */
const wrongInJson: typeof wrong = [
  ['a number', { keep_points: 10 }, 'keep_points', /received 10$/],
  ['a list', { keep_points: [[10, 20]] }, 'keep_points', /received an array$/],
  ['an object', { drop_points: { x: 1, y: 2 } }, 'drop_points', /received an object$/],
];

describe.each(names)('%s', (name) => {
  const { path, encoding } = operationNamed(name);
  const callOf = (given: Given) => (key: string) => {
    if (encoding === 'json') return jsonCall(path, key, { image_base64: service.image.toString('base64'), ...given });
    const parts = Object.entries(given).map(([part, value]) => ({ name: part, content: String(value) }));
    return multipartCall(path, key, [...parts, filePart(service.image)]);
  };
  const all = [...wrong, ...(encoding === 'json' ? wrongInJson : [])];

  test.each(shareOf(name, names) === 'all' ? all : all.slice(0, 1))('refuses %s', async (_, given, field, message) => {
    await service.expectRefused(callOf(given), invalid(['body', field], 'value_error', message));
  });

  test('takes none, and fields that are empty, alike', async () => {
    const { key } = await service.createKey();
    const [plain, empty] = [
      await service.send(callOf({})(key)),
      await service.send(callOf({ keep_points: '', drop_points: '' })(key)),
    ];
    expect([plain.status, empty.status]).toEqual([200, 200]);
    expect(empty.body.equals(plain.body)).toBe(true);
  });
});
