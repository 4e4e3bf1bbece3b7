import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { probe } from '../pipeline/probe/probe.ts';
import { rgbProfile } from './icc.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/fixtures/pictures/input/${name}`, import.meta.url)));

test.each(['jpeg-rgb-icc.jpg', 'png-rgb-icc.png', 'webp-icc.webp'])(
  '%s gives the profile that libvips sees',
  async (name) => {
    const file = fixture(name);
    const { icc } = await sharp(file).metadata();
    const profile = await rgbProfile(file, probe(file));
    expect(profile).not.toBeNull();
    expect(icc?.equals(profile ?? new Uint8Array(0))).toBe(true);
  },
);

test.each(['jpeg-grey-icc.jpg', 'png-grey-icc.png', 'jpeg-cmyk-icc.jpg', 'jpeg-baseline.jpg', 'png-rgb.png'])(
  '%s has no RGB profile to keep',
  async (name) => {
    const file = fixture(name);
    expect(await rgbProfile(file, probe(file))).toBeNull();
  },
);

test('a broken profile is as good as none', async () => {
  const file = fixture('png-rgb-icc.png');
  const at = Buffer.from(file).indexOf('iCCP');
  file.fill(0xff, at + 30, at + 60);
  expect(await rgbProfile(file, probe(file))).toBeNull();
});
