/** The same seed text gives the same decisions, and weights are kept. */
import { expect, test } from 'vitest';
import { Dice } from './dice.ts';

const throws = (dice: Dice) => Array.from({ length: 50 }, () => dice.whole(1, 6));

test('the same seed text gives the same decisions, another one others', () => {
  expect(throws(new Dice('7:round 1'))).toEqual(throws(new Dice('7:round 1')));
  expect(throws(new Dice('7:round 1'))).not.toEqual(throws(new Dice('7:round 2')));
});

test('whole numbers reach both ends and no further', () => {
  const seen = new Set(Array.from({ length: 20 }, (_, index) => throws(new Dice(`${index}`))).flat());
  expect([...seen].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

test('weights are shares', () => {
  const dice = new Dice('weights');
  const items = [
    { name: 'never', weight: 0 },
    { name: 'often', weight: 3 },
    { name: 'seldom', weight: 1 },
  ];
  const drawn = Array.from({ length: 4000 }, () => dice.weighted(items).name);
  const share = (name: string) => drawn.filter((candidate) => candidate === name).length / drawn.length;
  expect(share('never')).toBe(0);
  expect(share('often')).toBeGreaterThan(0.7);
  expect(share('often')).toBeLessThan(0.8);
});
