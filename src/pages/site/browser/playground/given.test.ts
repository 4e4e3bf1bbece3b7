import { expect, test } from 'vitest';
import { nameOf } from './given.ts';

test.each([
  ['https://images.example.com/a/photo.jpg?b=c', 'photo.jpg'],
  ['https://images.example.com/caf%C3%A9.jpg', 'café.jpg'],
  ['https://images.example.com/%ff', '%ff'],
  ['https://images.example.com/', 'images.example.com'],
])('%s is called %s', (address, name) => {
  expect(nameOf(new URL(address))).toBe(name);
});

test('a file has its own name', () => {
  expect(nameOf(new File([], 'a.png'))).toBe('a.png');
});
