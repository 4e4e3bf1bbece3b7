/** The shipped refiner on a photo of a person: it works along soft edges, and nowhere else. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { readSamples } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';

const photo = readFileSync(inProject('test/fixtures/photos/grace_hopper.jpg'));

describe('the matte of a portrait', () => {
  const stacks: Stack[] = [];
  let plain: Uint8Array;
  let refined: Uint8Array;

  async function matteOf(refiner: 'on' | 'off', file: Buffer): Promise<Uint8Array> {
    const stack = await startStack({ models: 'real', edgeVariables: { MATTE_REFINER: refiner } });
    stacks.push(stack);
    const { key } = await stack.createKey();
    const answer = await sendWithFetch(stack.base, multipartCall('/v1.0/alpha-channel', key, [filePart(file)]));
    expect(answer.status).toBe(200);
    return (await readSamples(answer.body)).data;
  }

  beforeAll(async () => {
    plain = await matteOf('off', photo);
    await stacks.pop()?.stop();
    refined = await matteOf('on', photo);
  });
  afterAll(() => Promise.all(stacks.map((stack) => stack.stop())));

  test('changes in places', () => {
    const changed = plain.reduce((count, value, at) => count + (Math.abs(value - refined[at]) > 8 ? 1 : 0), 0);
    expect(changed / plain.length).toBeGreaterThan(0.0005);
    expect(changed / plain.length).toBeLessThan(0.1);
  });

  test('is the same subject', () => {
    const mean = (values: Uint8Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean(plain) - mean(refined))).toBeLessThan(0.02 * 255);
  });

  test('keeps what is certain', async () => {
    const { width } = await sharp(photo).metadata();
    const far = (x: number, y: number, value: number) =>
      [-12, 0, 12].every((down) => [-12, 0, 12].every((across) => plain[(y + down) * width + x + across] === value));
    const height = plain.length / width;
    for (let y = 12; y < height - 12; y += 5) {
      for (let x = 12; x < width - 12; x += 5) {
        for (const value of [0, 255])
          if (far(x, y, value)) expect(Math.abs(refined[y * width + x] - value)).toBeLessThan(40);
      }
    }
  });
});
