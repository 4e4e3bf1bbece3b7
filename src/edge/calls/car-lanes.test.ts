/** A car through both lanes: the same cutout, the same shadow and the same view, whatever file it comes in. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toleranceOf } from '../../../test/fixtures/pictures/tolerances.ts';
import { type CarOptions, carLanes, expectSame } from '../../../test/pixels/car-answers.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { inProject } from '../../local/root.ts';
import { plan } from '../../pixels/pipeline/plan/plan.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';

const service = declareInProcess();
const { throughService, throughImageLane } = carLanes(service.send, service.postToLane);
const folder = inProject('test/fixtures/pictures');
/** Where colours are given away nothing can be said of what networks make of them; associated alpha has none at 0. */
const names = readdirSync(path.join(folder, 'input')).filter(
  (name) => toleranceOf(name) < 255 && !name.startsWith('tiff-alpha-associated'),
);
const input = (name: string) => readFileSync(path.join(folder, 'input', name));
const atEdge = (name: string) => plan(probe(input(name))).lane === 'edge';
/** The codecs of the edge are of other versions than those of the image lane. */
const edgeTolerance = (name: string) => (/^(jpeg|webp-(?!lossless))/.test(name) ? 2 : 0);

test('there are pictures of each format', () => {
  const formats = new Set(names.map((name) => name.split('-')[0]));
  expect(formats).toEqual(new Set(['jpeg', 'png', 'webp', 'avif', 'heic', 'tiff', 'bmp', 'gif']));
});

test.each(names.filter(atEdge))('%s is the same from the edge and from the image lane', async (name) => {
  const [edge, image] = await Promise.all([throughService(input(name)), throughImageLane(input(name))]);
  expectSame(edge, image, Math.max(toleranceOf(name), edgeTolerance(name)));
});

test.each<CarOptions>([
  { windows: true, shadow: false },
  { windows: false, shadow: true },
  { windows: false, shadow: false },
])('a car is the same from the edge and from the image lane, with %j', async (options) => {
  const jpeg = readFileSync(inProject('test/fixtures/cars/coupe.jpg'));
  const [edge, image] = await Promise.all([throughService(jpeg, options), throughImageLane(jpeg, options)]);
  expectSame(edge, image, 2);
});

test.each(names.filter((name) => !atEdge(name)))('%s is what its pixels are as a PNG at the edge', async (name) => {
  const pixels = readFileSync(path.join(folder, 'expected', `${name}.png`));
  const [image, edge] = await Promise.all([throughService(input(name)), throughService(pixels)]);
  expectSame(image, edge, toleranceOf(name));
});
