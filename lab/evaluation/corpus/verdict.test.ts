import { describe, expect, test } from 'vitest';
import { type Judgement, verdictOf } from './verdict.ts';

const answered = { status: 200, words: '' };
const refusal = { status: 422, words: 'The file is broken' };
const equal = { size: [4, 3] as [number, number], mean: 2, far: 24 };
const alike = { colours: 2, alpha: 0 };
const lanes = { edge: equal, image: equal };
const decoded: Judgement = { reference: [4, 3], complaint: null, beyond: null, lanes, apart: alike };
const complaining: Judgement = {
  reference: null,
  complaint: 'OSError: truncated',
  beyond: null,
  lanes: {},
  apart: null,
};

describe('a picture that both lanes answer', () => {
  const both = { edge: answered, image: answered };

  test('is right where it is as near as is allowed', () => {
    expect(verdictOf(both, decoded, null)).toEqual({ verdict: 'right', detail: '' });
  });

  test.each([
    ['mean', { ...equal, mean: 2.001 }],
    ['farthest values', { ...equal, far: 24.1 }],
    ['size', { size: [3, 4] as [number, number] }],
  ])('is wrong where its %s is not on one lane', (_, image) => {
    expect(verdictOf(both, { ...decoded, lanes: { edge: equal, image } }, null).verdict).toBe('wrong');
  });

  test.each<[string, Judgement['apart']]>([
    ['colours', { colours: 2.1, alpha: 0 }],
    ['alpha', { colours: 0, alpha: 1 }],
    [
      'sizes',
      {
        sizes: [
          [4, 3],
          [3, 4],
        ],
      },
    ],
  ])('is wrong where the lanes have other %s, whatever the references say', (_, apart) => {
    for (const judged of [decoded, complaining, { ...complaining, complaint: null, beyond: 'PQ' }]) {
      const { verdict, detail } = verdictOf(both, { ...judged, apart }, 'Pillow cannot read it');
      expect([verdict, detail.slice(0, 12)]).toEqual(['wrong', 'lanes differ']);
    }
  });

  test('is right by the second reference where the first cannot judge it', () => {
    const judged = { ...decoded, beyond: 'Lab' };
    expect(verdictOf(both, judged, null)).toEqual({ verdict: 'right', detail: 'second reference alone: Lab' });
  });

  test('is beyond the references where none can judge it, and wrong where one misses pixels', () => {
    expect(verdictOf(both, { ...complaining, complaint: null, beyond: 'PQ' }, null).verdict).toBe('beyond');
    expect(verdictOf(both, complaining, null).verdict).toBe('wrong');
    expect(verdictOf(both, complaining, 'Pillow cannot read it')).toEqual({
      verdict: 'beyond',
      detail: '200 | Pillow cannot read it',
    });
  });
});

describe('a picture that is refused', () => {
  const both = { edge: refusal, image: refusal };

  test('is refused for a reason where the reference complains; the detail quotes the complaint', () => {
    expect(verdictOf(both, complaining, null)).toEqual({
      verdict: 'refused',
      detail: '422 The file is broken | reference: OSError: truncated',
    });
  });

  test('is refused for a reason where the reference has no code for it, and wrong where it only cannot judge it', () => {
    const beyond = (said: string) => ({ ...complaining, complaint: null, beyond: said });
    expect(verdictOf(both, beyond('OSError: Unsupported BMP pixel depth (0)'), null).verdict).toBe('refused');
    expect(verdictOf(both, beyond('CMYK without a profile'), null).verdict).toBe('wrong');
  });

  test('is wrong where the reference decodes it and no reason is listed', () => {
    expect(verdictOf(both, { ...decoded, lanes: {} }, null).verdict).toBe('wrong');
    expect(verdictOf(both, { ...decoded, lanes: {} }, 'A raw').verdict).toBe('refused');
  });

  test('is wrong on one lane alone, and where the service fails', () => {
    expect(verdictOf({ edge: refusal, image: answered }, complaining, 'A raw').verdict).toBe('wrong');
    const failed = { status: 503, words: 'No room' };
    expect(verdictOf({ image: failed }, complaining, 'A raw')).toEqual({ verdict: 'wrong', detail: '503 No room' });
  });
});
