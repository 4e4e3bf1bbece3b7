import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { begunFirst, sequenceOfFiles } from './order.ts';

test('what is begun first is there', () => {
  expect(begunFirst.filter((file) => !existsSync(file))).toEqual([]);
});

test('files run by group, longest first, then by project and name, whatever they took before', async () => {
  const file = (groupOrder: number, name: string, moduleId: string) =>
    ({ moduleId, project: { name, config: { sequence: { groupOrder } } } }) as TestSpecification;
  const wanted = [
    file(0, 'node', '/src/a.test.ts'),
    file(0, 'node', '/src/b.test.ts'),
    file(0, 'workers', '/src/a.worker.test.ts'),
    file(1, 'service', '/test/money/money.test.ts'),
    file(1, 'chaos', '/test/chaos/chaos.test.ts'),
    file(1, 'service', '/test/a.test.ts'),
  ];
  const { sequencer } = sequenceOfFiles({});
  if (!sequencer) throw new Error('Nothing orders the files');
  expect(await new sequencer({} as Vitest).sort([...wanted].reverse())).toEqual(wanted);
});

test('a seed draws another order of files, and leaves that of tests', () => {
  expect(sequenceOfFiles({ TEST_ORDER_SEED: '7' })).toEqual({ shuffle: { files: true, tests: false }, seed: 7 });
  expect(() => sequenceOfFiles({ TEST_ORDER_SEED: 'x' })).toThrow('TEST_ORDER_SEED is no whole number: x');
});
