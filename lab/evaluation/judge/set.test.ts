import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../../../src/local/root.ts';
import { fileName, halves, kinds, packagesOf } from './set.ts';

const packages = halves.flatMap((half) => packagesOf(half));
const pictures = packages.flatMap((each) => each.pictures);

it('has at least a hundred pictures, each once', () => {
  expect(pictures.length).toBeGreaterThanOrEqual(100);
  expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
  expect(new Set(pictures.map(({ sha256 }) => sha256)).size).toBe(pictures.length);
});

it('has each package in one list alone', () => {
  const names = packages.map((each) => each.package);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('has at least forty new pictures, six of a package at most, none with a shorter side under 280 px', () => {
  const added = packagesOf('new').map((each) => each.pictures);
  expect(added.flat().length).toBeGreaterThanOrEqual(40);
  for (const each of added) expect(each.length).toBeLessThanOrEqual(6);
  for (const { name, widthPx, heightPx } of added.flat()) {
    expect(Math.min(widthPx, heightPx), name).toBeGreaterThanOrEqual(280);
  }
});

it('has eight pictures or more of every kind that was found', () => {
  const hard = kinds.slice(0, kinds.indexOf('person')).filter((kind) => kind !== 'jewellery');
  for (const kind of hard) {
    const shown = pictures.filter((picture) => picture.kinds.includes(kind));
    expect(shown.length, kind).toBeGreaterThanOrEqual(8);
  }
});

it('shares no package with what networks were trained, calibrated and tested by', () => {
  const file = inProject('lab', 'training', 'image_type', 'sources.json');
  const used = (JSON.parse(readFileSync(file, 'utf8')) as { package: string }[]).map((source) => source.package);
  expect(packages.map((each) => each.package).filter((name) => used.includes(name))).toEqual([]);
});

it('names files that commands for folders of photos can read', () => {
  for (const picture of pictures) expect(fileName(picture)).toMatch(/^[a-z0-9-]+\.(jpe?g|png|webp)$/);
});
