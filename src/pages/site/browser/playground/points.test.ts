import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../../../contract/operations.ts';
import {
  type Click,
  type HolesValue,
  isThere,
  type MendChange,
  photoPlaceOf,
  placeAfterKey,
  placeInWords,
  shownPlaceOf,
  stateOf,
  takesHoles,
  withChanges,
} from './points.ts';
import type { PageCall } from './send.ts';

const keep = (x: number, y: number): Click => ({ kind: 'keep', x, y });
const drop = (x: number, y: number): Click => ({ kind: 'drop', x, y });

describe('points of a call', () => {
  it('are texts in percent, by what should become of each, beside those that were written', () => {
    const operation = operationNamed('image-without-background');
    const optionsWith = (points: readonly Click[], options: PageCall['options'] = {}) =>
      withChanges({ operation, options }, points).options;
    expect(optionsWith([], { refine: 'off' })).toEqual({ refine: 'off' });
    expect(optionsWith([keep(12.345678, 0)])).toEqual({ keep_points: '12.3457% 0%' });
    expect(optionsWith([keep(1, 2), drop(3, 4), keep(5, 100)], { drop_points: '7 8' })).toEqual({
      keep_points: '1% 2%; 5% 100%',
      drop_points: '7 8; 3% 4%',
    });
  });

  it('go with what was chosen last of holes, which makes another state', () => {
    const operation = operationNamed('image-without-background');
    const chosen = (...values: readonly (HolesValue | null)[]) =>
      values.map((holes) => ({ kind: 'holes', holes }) as const);
    const optionsWith = (changes: readonly MendChange[]) =>
      withChanges({ operation, options: { holes: 'open' } }, changes).options;
    expect(optionsWith([...chosen('filled'), keep(1, 2), ...chosen('auto')])).toEqual({
      ...{ holes: 'auto', keep_points: '1% 2%' },
    });
    expect(optionsWith(chosen('filled', null))).toEqual({ holes: 'open' });
    expect(stateOf(chosen('filled', null))).toBe(stateOf([]));
    expect(stateOf(chosen('filled'))).not.toBe(stateOf(chosen('auto')));
  });

  it('leave holes to graphics that were cut by colour', () => {
    const cutBy = (model: string) => new Headers({ 'X-Model': model });
    const takes = (name: Parameters<typeof operationNamed>[0], headers: Headers) =>
      takesHoles({ operation: operationNamed(name) }, headers);
    expect(takes('image-without-background', cutBy('flat-background@0123456789ab'))).toBe(true);
    expect(takes('alpha-channel-base64', cutBy('flat-background@0123456789ab'))).toBe(true);
    expect(takes('image-without-background', cutBy('isnet-general@0123456789ab'))).toBe(false);
    expect(takes('image-without-background', new Headers())).toBe(false);
    expect(takes('car-image-without-background', cutBy('flat-background@0123456789ab'))).toBe(false);
  });

  it('are the same state in any order, however often each is there', () => {
    const points = fc.array(fc.record({ kind: fc.constantFrom('keep', 'drop'), x: fc.nat(9), y: fc.nat(9) }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(points, fc.nat(5), (given, from) => {
        const turned = [...given.slice(from), ...given.slice(0, from), ...given.slice(0, 2)] as Click[];
        expect(stateOf(turned)).toBe(stateOf(given as Click[]));
      }),
    );
    expect(stateOf([keep(1, 2)])).not.toBe(stateOf([drop(1, 2)]));
    expect(stateOf([keep(1, 2)])).not.toBe(stateOf([keep(1, 2), keep(2, 1)]));
  });

  it('are clicked twice where one of the kind is all but there', () => {
    expect(isThere([keep(10, 10)], keep(10.3, 10.3))).toBe(true);
    expect(isThere([keep(10, 10)], keep(10.5, 10))).toBe(false);
    expect(isThere([keep(10, 10)], drop(10, 10))).toBe(false);
  });
});

describe('a place', () => {
  const whole = { inputPx: [400, 200], boxPx: null } as const;
  const part = { inputPx: [400, 200], boxPx: [100, -50, 200, 300] } as const;

  it('of the photo is where it is shown', () => {
    expect(photoPlaceOf({ across: 0.5, down: 0.25 }, whole)).toEqual({ x: 50, y: 25 });
    expect(photoPlaceOf({ across: 0.5, down: 0.5 }, part)).toEqual({ x: 50, y: 50 });
    expect(photoPlaceOf({ across: 0.3, down: 0.4 }, { inputPx: null, boxPx: null })).toEqual({ x: 30, y: 40 });
  });

  it('is none beside the photo', () => {
    expect(photoPlaceOf({ across: 0.5, down: 0.1 }, part)).toBeNull();
    expect(photoPlaceOf({ across: 0.5, down: 0.9 }, part)).toBeNull();
    expect(photoPlaceOf({ across: 0.5, down: 1 / 6 }, part)).toMatchObject({ x: 50 });
  });

  it('is found again', () => {
    const share = fc.double({ min: 0.2, max: 0.8, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.constantFrom(whole, part), (across, down, showing) => {
        const place = photoPlaceOf({ across, down }, showing);
        const again = place && shownPlaceOf(place, showing);
        expect(again?.across).toBeCloseTo(across, 9);
        expect(again?.down).toBeCloseTo(down, 9);
      }),
    );
  });

  it('is moved by arrow keys alone, and stays on the picture', () => {
    const middle = { across: 0.5, down: 0.5 };
    expect(placeAfterKey(middle, 'ArrowRight', false)?.across).toBeCloseTo(0.52);
    expect(placeAfterKey(middle, 'ArrowUp', true)?.down).toBeCloseTo(0.498);
    expect(placeAfterKey(middle, 'Enter', false)).toBeNull();
    expect(placeAfterKey({ across: 0, down: 0 }, 'ArrowLeft', false)).toEqual({ across: 0, down: 0 });
    expect(placeAfterKey({ across: 0.999, down: 0 }, 'ArrowRight', false)?.across).toBeLessThan(1);
  });

  it('is said in words', () => {
    expect(placeInWords({ x: 44.6, y: 3 })).toBe('45 % from the left, 3 % from the top');
  });
});
