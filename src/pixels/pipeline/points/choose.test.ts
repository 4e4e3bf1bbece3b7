import { describe, expect, test } from 'vitest';
import { matteOfPatches, type Patch } from '../testing/patches.ts';
import { chosenOf } from './choose.ts';

const side = 64;
const of = (...patches: Patch[]) => matteOfPatches(side, 1, patches);
const torso: Patch = { left: 20, top: 10, width: 16, height: 40 };
const matte = of(torso);

describe('of several parts', () => {
  const hand = of({ left: 46, top: 20, width: 4, height: 4 });
  const arm = of({ left: 36, top: 20, width: 14, height: 5 });
  const wall = of({ left: 36, top: 0, width: 28, height: 64 });
  const person = of(torso, { left: 36, top: 20, width: 14, height: 5 });

  test('that is kept which adds little and touches the subject: an arm, no hand by itself and no wall', () => {
    for (const candidates of [
      [hand, arm, wall],
      [wall, person, arm, hand],
      [arm, person],
    ]) {
      expect(chosenOf(candidates, { matte, kind: 'keep' })).toBe(arm);
    }
    expect(chosenOf([wall, person], { matte, kind: 'keep' })).toBe(person);
  });

  test('that is kept which stands by itself, where the others that touch the subject change much of it', () => {
    const toy = of({ left: 50, top: 20, width: 6, height: 10 });
    expect(chosenOf([wall, toy], { matte, kind: 'keep' })).toBe(toy);
  });

  test('that is dropped which takes little of the subject', () => {
    const post = of({ left: 20, top: 10, width: 3, height: 40 });
    const everything = of({ left: 0, top: 0, width: 64, height: 64 });
    expect(chosenOf([everything, post], { matte, kind: 'drop' })).toBe(post);
  });

  test('the smallest is taken where there is no subject', () => {
    expect(chosenOf([wall, hand, person], { matte: of(), kind: 'keep' })).toBe(hand);
  });

  test('the only one is taken, whatever it is', () => {
    expect(chosenOf([wall], { matte, kind: 'keep' })).toBe(wall);
  });
});
