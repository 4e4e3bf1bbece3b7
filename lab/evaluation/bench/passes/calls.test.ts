import { expect, test } from 'vitest';
import type { Networks } from '../../../../src/pixels/pipeline/networks/networks.ts';
import { counted, tableOfCalls } from './calls.ts';

/** Networks of which each takes a second more than the one before, and the first call five more. */
function slow() {
  let now = 0;
  const asked: string[] = [];
  const networks: Networks = {
    describe: () => Promise.resolve({ inputs: [], outputs: [] }),
    async infer(model) {
      now += asked.includes(model) ? 1 : 6;
      asked.push(model);
      return [];
    },
  };
  return { asked, counting: counted(networks, () => now) };
}

test('a first call opens the session and is not counted, and a second of the matte is the close-up', async () => {
  const { asked, counting } = slow();
  for (const model of ['matte', 'low', 'matte']) await counting.infer(model, []);
  expect(asked).toEqual(['matte', 'matte', 'low', 'low', 'matte']);
  expect(counting.take()).toEqual([
    { network: 'matte', seconds: 1 },
    { network: 'low', seconds: 1 },
    { network: 'matte, close-up', seconds: 1 },
  ]);
  await counting.infer('matte', []);
  expect(counting.take()).toEqual([{ network: 'matte', seconds: 1 }]);
});

test('the table has the largest mean first, over all pictures', () => {
  const pictures = [
    [
      { network: 'matte', seconds: 1 },
      { network: 'refiner', seconds: 0.1 },
      { network: 'refiner', seconds: 0.3 },
    ],
    [
      { network: 'low', seconds: 0.5 },
      { network: 'matte', seconds: 1 },
      { network: 'matte, close-up', seconds: 1 },
    ],
  ];
  expect(tableOfCalls(pictures).split('\n').slice(2)).toEqual([
    '| matte | 100 % | 1.00 | 1.000 |',
    '| matte, close-up | 50 % | 1.00 | 0.500 |',
    '| low | 50 % | 0.50 | 0.250 |',
    '| refiner | 50 % | 0.40 | 0.200 |',
    '',
    '2 pictures: mean 1.95 CPU s, 1.95 full passes; median 1.95, 95 % within 2.50',
  ]);
});
