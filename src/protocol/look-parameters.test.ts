import { describe, expect, it } from 'vitest';
import { lookParameters, readLookParameters } from './look-parameters.ts';

const secondLook = { model: 'isnet-general-768', whenUnknown: 0.2 };
const closeLook = { whenSmaller: 0.6, whenUnknown: 0.1 };
const coarseLook = { model: 'isnet-general-512' };
const chosen = { ...coarseLook, chooser: { model: 'look-chooser', whenUnknown: 0.1 } };

describe('the parameters of further looks', () => {
  it.each([
    [{}],
    [{ secondLook }],
    [{ closeLook }],
    [{ coarseLook }],
    [{ coarseLook: chosen }],
    [{ secondLook, closeLook, coarseLook }],
  ])('are read as they were written: %j', (looks) => {
    expect(readLookParameters(lookParameters(looks))).toEqual(looks);
  });

  it.each([[{}], [{ close_look_when_smaller: '' }], [{ coarse_look: '' }]])('mean none: %j', (parameters) => {
    expect(readLookParameters(parameters)).toEqual({});
  });

  it.each(['often', -0.1, 1.1, '2', Number.NaN, { string_value: 'x' }])('are refused with the share %j', (share) => {
    const second = { second_look: 'isnet-general-768', second_look_when_uncertain: share };
    expect(() => readLookParameters(second)).toThrow('malformed second_look_when_uncertain');
    expect(() => readLookParameters({ close_look_when_smaller: share })).toThrow('malformed close_look_when_smaller');
    const parameters = { close_look_when_smaller: 0.6, close_look_when_uncertain: share };
    expect(() => readLookParameters(parameters)).toThrow('malformed close_look_when_uncertain');
  });

  it.each([undefined, ''])('are refused with a look without a share: %j', (share) => {
    const second = { second_look: 'isnet-general-768', second_look_when_uncertain: share };
    expect(() => readLookParameters(second)).toThrow('no second_look_when_uncertain');
    const chosen = { coarse_look: 'a', coarse_look_chooser: 'b', coarse_look_when_uncertain: share };
    expect(() => readLookParameters(chosen)).toThrow('no coarse_look_when_uncertain');
    const close = { close_look_when_smaller: 0.6, close_look_when_uncertain: share };
    expect(() => readLookParameters(close)).toThrow('no close_look_when_uncertain');
  });

  it('are refused with a model that is no text', () => {
    expect(() => readLookParameters({ second_look: 768 })).toThrow('malformed second_look');
    expect(() => readLookParameters({ coarse_look: 512 })).toThrow('malformed coarse_look');
    expect(() => readLookParameters({ coarse_look: 'isnet-general-512', coarse_look_chooser: 1 })).toThrow(
      'malformed coarse_look_chooser',
    );
  });
});
