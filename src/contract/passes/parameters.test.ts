import { describe, expect, it } from 'vitest';
import type { Passes } from './declaration.ts';
import { parametersOf, passesFrom } from './parameters.ts';

const medium = { model: 'isnet-general-768', whenUnknown: 0.2 };
const closeUp = { whenSmaller: 0.6, whenUnknown: 0.1 };
const low = { model: 'isnet-general-512' };
const blended = { ...low, chooser: { model: 'pass-chooser', whenUnknown: 0.1 } };
const completed = { ...blended, completer: { model: 'matte-completer' } };
const review = { critic: { model: 'critic' } };
const every: Passes = { medium, low: blended, closeUp };

const current = {
  medium_pass: 'isnet-general-768',
  medium_pass_when_unknown: 0.2,
  low_pass: 'isnet-general-512',
  low_pass_chooser: 'pass-chooser',
  low_pass_chooser_when_unknown: 0.1,
  close_up_pass_when_smaller: 0.6,
  close_up_pass_when_unknown: 0.1,
};
const former = {
  second_look: 'isnet-general-768',
  second_look_when_uncertain: 0.2,
  coarse_look: 'isnet-general-512',
  coarse_look_chooser: 'pass-chooser',
  coarse_look_when_uncertain: 0.1,
  close_look_when_smaller: 0.6,
  close_look_when_uncertain: 0.1,
};
/** As Triton has them. */
const wrapped = (parameters: object) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, { string_value: String(value) }]));

describe('the parameters of further passes', () => {
  it.each<Passes>([
    {},
    { medium },
    { closeUp },
    { low },
    { low: blended },
    { low: completed },
    { review },
    { medium, closeUp, low },
    every,
  ])('are read as they were written: %j', (passes) => {
    const parameters = parametersOf(passes);
    expect(passesFrom(parameters)).toEqual(passes);
    expect(passesFrom(wrapped(parameters))).toEqual(passes);
  });

  it('are called so, and for one release by their former names too', () => {
    expect(parametersOf(every)).toEqual({ ...current, ...former });
    expect(parametersOf({ low })).toEqual({ low_pass: 'isnet-general-512', coarse_look: 'isnet-general-512' });
    expect(parametersOf({ low: completed })).toMatchObject({ low_pass_completer: 'matte-completer' });
    expect(parametersOf({ review })).toEqual({ review_pass_critic: 'critic' });
    expect(parametersOf({ review: {} })).toEqual({});
    expect(parametersOf(undefined)).toEqual({});
  });

  it('are read under each name alone, and the current ones first', () => {
    for (const names of [current, former, wrapped(current), wrapped(former)]) expect(passesFrom(names)).toEqual(every);
    expect(passesFrom({ ...current, second_look: 'another', close_look_when_smaller: 'often' })).toEqual(every);
  });

  it.each([[{}], [{ close_up_pass_when_smaller: '' }], [{ low_pass: '' }], [{ medium_pass_when_unknown: 0.2 }]])(
    'mean none: %j',
    (parameters) => {
      expect(passesFrom(parameters)).toEqual({});
    },
  );

  it.each(['often', -0.1, 1.1, '2', Number.NaN, { string_value: 'x' }])('are refused with the share %j', (share) => {
    for (const name of ['medium_pass_when_unknown', 'low_pass_chooser_when_unknown', 'close_up_pass_when_smaller']) {
      expect(() => passesFrom({ ...current, [name]: share })).toThrow(`malformed ${name}: it must be a number from 0`);
    }
  });

  it.each([undefined, ''])('are refused with a pass without a share: %j', (share) => {
    for (const name of ['medium_pass_when_unknown', 'low_pass_chooser_when_unknown', 'close_up_pass_when_unknown']) {
      expect(() => passesFrom({ ...current, [name]: share })).toThrow(`no ${name}`);
    }
  });

  it('are refused with a model that is no text', () => {
    for (const name of ['medium_pass', 'low_pass', 'low_pass_chooser']) {
      expect(() => passesFrom({ ...current, [name]: 768 })).toThrow(`malformed ${name}: it must be a name`);
    }
  });
});
