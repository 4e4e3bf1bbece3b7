/** The shipped classifier on pictures whose kind is certain. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { jsonCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const chart = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
  <rect width="640" height="480" fill="white"/>
  <g fill="#1f77b4">
    <rect x="80" y="240" width="70" height="180"/><rect x="200" y="150" width="70" height="270"/>
    <rect x="320" y="300" width="70" height="120"/><rect x="440" y="90" width="70" height="330"/>
  </g>
  <path d="M60 40V420H600" fill="none" stroke="black" stroke-width="2"/>
</svg>`;

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">
  <circle cx="200" cy="200" r="160" fill="#e4002b"/><path d="M200 80L300 290H100Z" fill="#ffd100"/>
</svg>`;

let stack: Stack;
let key: string;

beforeAll(async () => {
  stack = await startStack({ models: 'real' });
  ({ key } = await stack.createKey());
});
afterAll(() => stack.stop());

async function photoProbability(file: Buffer): Promise<number> {
  const body = { image_base64: file.toString('base64') };
  const answer = await sendWithFetch(stack.base, jsonCall('/v1.0/alpha-channel-base64', key, body));
  expect(answer.status).toBe(200);
  const { photo, graphic } = JSON.parse(answer.body.toString()).image_type as { photo: number; graphic: number };
  expect(photo + graphic).toBeCloseTo(1, 5);
  return photo;
}

test.each([
  ['a cup', 'test/fixtures/photos/coffee.png'],
  ['a portrait', 'test/fixtures/photos/grace_hopper.jpg'],
  ['a render meant as a photo', 'test/fixtures/cars/coupe.jpg'],
])('%s is a photograph', async (_name, path) => {
  expect(await photoProbability(readFileSync(inProject(path)))).toBeGreaterThan(0.7);
});

test.each([
  ['a bar chart', chart],
  ['a logo', logo],
])('%s is a graphic', async (_name, svg) => {
  expect(await photoProbability(await sharp(Buffer.from(svg)).png().toBuffer())).toBeLessThan(0.3);
});
