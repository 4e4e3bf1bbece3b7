import { describe, expect, it } from 'vitest';
import { readSecondLook, secondLookParameters } from './second-look.ts';

describe('the parameters of a second look', () => {
  it('are read as they were written', () => {
    const secondLook = { model: 'isnet-general-768', whenUncertain: 0.2 };
    expect(readSecondLook(secondLookParameters(secondLook))).toEqual(secondLook);
  });

  it.each([[secondLookParameters(undefined)], [{ second_look: '' }], [{ second_look_when_uncertain: 0.2 }]])(
    'mean none: %j',
    (parameters) => {
      expect(readSecondLook(parameters)).toBeUndefined();
    },
  );

  it.each([undefined, '', 'often', -0.1, 1.1, '2', Number.NaN, { string_value: 'x' }])(
    'are refused with the share %j',
    (share) => {
      const parameters = { second_look: 'isnet-general-768', second_look_when_uncertain: share };
      expect(() => readSecondLook(parameters)).toThrow('malformed second_look');
    },
  );

  it('are refused with a model that is no text', () => {
    expect(() => readSecondLook({ second_look: 768, second_look_when_uncertain: 0.2 })).toThrow('malformed');
  });
});
