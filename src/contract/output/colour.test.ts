import sharp from 'sharp';
import { expect, it } from 'vitest';
import { colourNames, colourPattern, readColour } from './colour.ts';

const form = new RegExp(`^(?:${colourPattern})$`);

it.each([
  ['#fff', [255, 255, 255, 255]],
  ['#1aF', [17, 170, 255, 255]],
  ['#102030', [16, 32, 48, 255]],
  ['#10203040', [16, 32, 48, 64]],
  ['transparent', [0, 0, 0, 0]],
  ['rebeccapurple', [102, 51, 153, 255]],
])('%s is read', (text, expected) => {
  expect(text).toMatch(form);
  expect(Object.values(readColour(text) ?? {})).toEqual(expected);
});

it.each(['', '#', '#12', '#1234', '#12345', '#1234567', '#ggg', 'ff', 'White', ' white', 'rgb(0,0,0)', 'red;'])(
  '%j does not look like a colour',
  (text) => expect(text).not.toMatch(form),
);

it('words that are no names are no colours', () => {
  for (const word of ['constructor', 'whit', 'currentcolor']) expect(readColour(word)).toBeUndefined();
});

it('every name is what a browser takes it for', async () => {
  expect(colourNames).toHaveLength(149);
  for (const name of colourNames) expect(name).toMatch(form);
  const pixels = colourNames.map((name, at) => `<rect x="${at}" width="1" height="1" fill="${name}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels.length}" height="1">${pixels.join('')}</svg>`;
  const drawn = await sharp(Buffer.from(svg)).raw().toBuffer();
  for (const [at, name] of colourNames.entries()) {
    const expected = [...drawn.subarray(at * 4, at * 4 + 4)];
    expect({ name, colour: Object.values(readColour(name) ?? {}) }).toEqual({ name, colour: expected });
  }
});
