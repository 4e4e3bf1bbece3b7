/** The part for a close-up pass, and when that pass is kept. */
import { describe, expect, test } from 'vitest';
import { type Layer, layerOver } from '../plane/layer.ts';
import type { Matte } from '../plane/matte.ts';
import { chooseLayer, closeRegion } from './close-up.ts';

const picture = { widthPx: 400, heightPx: 200 };
const always = { whenSmaller: 1, whenUnknown: -1 };
const small = { whenSmaller: 0.7, whenUnknown: -1 };

/** Left, top, right, bottom, opacity. */
type Block = readonly [number, number, number, number, number];

/** A matte of 100 × 100 with blocks of one opacity each. */
function matte(...blocks: readonly Block[]): Matte {
  const samples = new Uint8Array(100 * 100);
  for (const [left, top, right, bottom, opacity] of blocks) {
    for (let y = top; y < bottom; y++) samples.fill(opacity, y * 100 + left, y * 100 + right);
  }
  return { widthPx: 100, heightPx: 100, samples };
}

describe('the part around a subject', () => {
  test('has room on every side, a share of the subject', () => {
    const region = closeRegion(matte([25, 50, 75, 100, 255]), picture, small);
    expect(region).toEqual({ leftPx: 84, topPx: 92, widthPx: 232, heightPx: 108 });
  });

  test('is none where it is hardly smaller than the picture', () => {
    const large = matte([5, 5, 90, 90, 255]);
    expect(closeRegion(large, picture, small)).toBeNull();
    expect(closeRegion(large, picture, always)).not.toBeNull();
    expect(closeRegion(matte([0, 0, 100, 100, 255]), picture, always)).toBeNull();
  });

  test('is none where nothing is seen, or haze alone', () => {
    expect(closeRegion(matte(), picture, always)).toBeNull();
    expect(closeRegion(matte([20, 20, 60, 60, 63]), picture, always)).toBeNull();
  });

  test('is none where little of the matte is unknown', () => {
    const unknown = matte([40, 40, 60, 60, 255], [40, 60, 60, 65, 200]);
    expect(closeRegion(unknown, picture, { whenSmaller: 1, whenUnknown: 0.19 })).not.toBeNull();
    expect(closeRegion(unknown, picture, { whenSmaller: 1, whenUnknown: 0.2 })).toBeNull();
  });

  test('leaves specks and haze out, and takes every part in', () => {
    const subject = [40, 40, 60, 60, 200] as const;
    const alone = closeRegion(matte(subject), picture, small);
    expect(closeRegion(matte(subject, [10, 10, 12, 11, 255], [0, 80, 100, 100, 60]), picture, small)).toEqual(alone);
    const both = closeRegion(matte(subject, [10, 10, 20, 20, 255]), picture, small);
    expect(both).toMatchObject({ leftPx: 24, topPx: 12 });
  });
});

describe('of the matte of all and that of a part', () => {
  const region = { leftPx: 100, topPx: 50, widthPx: 200, heightPx: 100 };
  const whole = layerOver(matte([30, 30, 70, 70, 255], [30, 70, 70, 75, 120]), picture);
  const part = (...blocks: readonly Block[]): Layer => ({ plane: matte(...blocks), region, outside: 0 });

  test.each<[string, Layer, 'whole' | 'part']>([
    ['the part is used where less of it is unknown', part([10, 10, 90, 90, 255]), 'part'],
    ['not where as much of it is unknown', part([10, 10, 90, 90, 255], [10, 90, 90, 100, 120]), 'whole'],
    ['not where it has lost half of the subject', part([10, 10, 50, 90, 255]), 'whole'],
    ['not where it sees much more', part([0, 0, 100, 100, 255]), 'whole'],
    ['where it has lost little', part([10, 10, 80, 90, 255]), 'part'],
    ['not where it sees nothing', part(), 'whole'],
  ])('%s', (_, close, taken) => {
    expect(chooseLayer(whole, close)).toBe(taken === 'part' ? close : whole);
  });
});

/** What the close-up pass has to be better by: each margin is just met, and just missed. */
describe('the margin of the close-up pass', () => {
  const region = { leftPx: 0, topPx: 0, widthPx: 400, heightPx: 200 };
  const of = (...blocks: readonly Block[]): Layer => ({ plane: matte(...blocks), region, outside: 0 });
  const whole = of([0, 0, 80, 100, 255], [80, 0, 100, 100, 200]);
  const half = [80, 50, 81, 100, 200] as const;
  test.each<[string, Layer, 'whole' | 'close']>([
    ['0.95 of the unknown share is met', of([0, 0, 81, 100, 255], [81, 0, 100, 100, 200]), 'close'],
    ['0.95 of the unknown share is missed', of([0, 0, 81, 100, 255], half, [81, 0, 100, 100, 200]), 'whole'],
    ['an overlap of 0.8 is met', of([0, 0, 100, 80, 255]), 'close'],
    ['an overlap of 0.8 is missed', of([0, 0, 100, 79, 255]), 'whole'],
  ])('%s', (_, close, taken) => {
    expect(chooseLayer(whole, close)).toBe(taken === 'close' ? close : whole);
  });
});
