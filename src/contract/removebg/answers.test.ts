import { describe, expect, it } from 'vitest';
import { outcomeWith } from '../testing/outcome.ts';
import { accountAnswer, answerHeaders, answerMembers, wantsJson } from './answers.ts';
import { readFields } from './fields.ts';

const wanted = (given: Record<string, string> = {}) => readFields(new Map(Object.entries(given)));
const outcome = outcomeWith({
  output: { widthPx: 500, heightPx: 333, boxLeftPx: 0, boxTopPx: 0, boxWidthPx: 1000, boxHeightPx: 666 },
  subject: { leftPx: 3, topPx: 4, widthPx: 50, heightPx: 60 },
});

describe('an answer in the format of remove.bg', () => {
  it('has its size, its price and the box of the subject', () => {
    expect(answerHeaders(wanted(), outcome, 1)).toEqual({
      'X-Credits-Charged': '1',
      'X-Matte-Uncertainty': '0.021',
      'X-Needs-Review': 'false',
      'X-Model': 'isnet-general@3f0c9a51e7d2',
      'X-Type': 'other',
      'X-Width': '500',
      'X-Height': '333',
      'X-Foreground-Top': '4',
      'X-Foreground-Left': '3',
      'X-Foreground-Width': '50',
      'X-Foreground-Height': '60',
    });
    expect(answerMembers(outcome)).toEqual({
      foreground_top: 4,
      foreground_left: 3,
      foreground_width: 50,
      foreground_height: 60,
    });
    expect(answerHeaders(wanted(), outcome, 0)['X-Credits-Charged']).toBe('0');
  });

  it('reports cars and graphics, and nothing where no type was wanted', () => {
    const graphic = outcomeWith({ imageType: { photo: 0.2, graphic: 0.8 } });
    expect(answerHeaders(wanted(), graphic, 1)['X-Type']).toBe('graphic');
    const vehicle = outcomeWith({ isVehicle: true });
    expect(answerHeaders(wanted(), vehicle, 1)['X-Type']).toBe('car');
    expect(answerHeaders(wanted({ type: 'auto' }), graphic, 1)['X-Type']).toBe('graphic');
    for (const type of ['person', 'product', 'car', 'animal', 'graphic', 'transportation', 'other']) {
      expect(answerHeaders(wanted({ type }), type === 'car' ? vehicle : graphic, 1)['X-Type']).toBe(type);
    }
    // Another text is none that a header may hold.
    expect(answerHeaders(wanted({ type: 'a\r\nX-Other: b' }), outcome, 1)['X-Type']).toBe('other');
    expect(answerHeaders(wanted({ type_level: 'none' }), graphic, 1)).not.toHaveProperty('X-Type');
  });

  it.each([
    [null, false],
    ['*/*', false],
    ['image/*', false],
    ['application/json', true],
    ['Application/JSON;q=0.9', true],
    ['text/plain, application/json', true],
    ['application/json, text/plain', true],
    ['application/json;q=0', false],
    ['application/json;charset=utf-8; Q=0.000', false],
    ['application/json, image/png;q=0', true],
    ['application/json, */*;q=0', true],
    // What axios and Angular send, and what else takes a picture.
    ['application/json, text/plain, */*', false],
    ['application/json, */*;q=0.1', false],
    ['image/png, application/json', false],
    ['application/json, image/*', false],
    ['application/json, application/zip', false],
    ['application/octet-stream, application/json', false],
  ])('Accept %s asks for JSON: %s', (accept, json) => expect(wantsJson(accept)).toBe(json));

  it('names what was passed over, and what was drawn with the nearest', () => {
    const asked = wanted({ shadow_type: '3D', semitransparency: 'false', crop_margin: '10%' });
    expect(answerHeaders(asked, outcome, 1)).toMatchObject({
      'X-Ignored': 'crop_margin, semitransparency',
      'X-Substituted': 'shadow_type=3D>drop',
    });
    const car = wanted({ type: 'car', shadow_type: '3D', semitransparency: 'false', shadow_opacity: '20' });
    expect(answerHeaders(car, { ...outcome, isVehicle: true }, 1)).toMatchObject({
      'X-Ignored': 'shadow_opacity',
      'X-Substituted': 'shadow_type=3D>car',
    });
  });
});

it('an account has all its credits bought', () => {
  expect(accountAnswer({ credit: 7, freePreviews: 3 })).toEqual({
    data: {
      attributes: {
        credits: { total: 7, subscription: 0, payg: 7, enterprise: 0 },
        api: { free_calls: 3, sizes: 'all' },
      },
    },
  });
});
