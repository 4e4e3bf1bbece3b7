import { expect, test } from 'vitest';
import { imageUrlInDev } from './image-url.ts';

test('an image_url is refused, and the line says by what it is not', () => {
  const { variables, line } = imageUrlInDev({});
  expect(variables).toEqual({ IMAGE_URL: 'off' });
  expect(line).toContain('FETCH_PRIVATE=on');
});

test('with FETCH_PRIVATE=on it is accepted, and the line says what that means', () => {
  const { variables, line } = imageUrlInDev({ FETCH_PRIVATE: 'on' });
  expect(variables).toEqual({});
  expect(line).toContain('private addresses');
});

test('another word is none', () => {
  expect(() => imageUrlInDev({ FETCH_PRIVATE: 'yes' })).toThrow(
    'Expected on or off for FETCH_PRIVATE but received yes',
  );
});
