import { describe, expect, it } from 'vitest';
import { refusedItem } from '../testing/refused-item.ts';
import { improvementAnswer, readImprovement } from './improve.ts';

const read = (given: Record<string, unknown>) => readImprovement(new Map(Object.entries(given)));

describe('what is said of an image that is given', () => {
  it('is its name and its tag, both of which may be missing', () => {
    expect(read({ image_filename: 'chair.jpg', tag: 'chairs' })).toEqual({
      image_filename: 'chair.jpg',
      tag: 'chairs',
    });
    for (const given of [{}, { image_filename: '', tag: null }, { other: 'x' }]) {
      expect(read(given)).toEqual({ image_filename: undefined, tag: undefined });
    }
  });

  it.each(['image_filename', 'tag'])('%s is a text of at most 255 characters', (name) => {
    expect(read({ [name]: 'ü'.repeat(255) })).toMatchObject({ [name]: 'ü'.repeat(255) });
    for (const wrong of ['a'.repeat(256), 7, ['a']]) {
      expect(refusedItem(() => read({ [name]: wrong })).loc).toEqual(['body', name]);
    }
  });
});

it('an answer says whether the image is kept', () => {
  expect(improvementAnswer('an-id', true)).toEqual({ headers: { 'X-Kept': '30 days' }, body: { id: 'an-id' } });
  expect(improvementAnswer('an-id', false).headers).toEqual({ 'X-Kept': 'none' });
});
