/** What samples mean where a file says it, and where it does not. */
import { describe, expect, it, test } from 'vitest';
import { type MadeField, type MadeKind, makeTiff, noise, rgbPage, without } from '../../../../test/tiff.ts';
import { ImageFault } from '../picture/fault.ts';
import { probe } from './probe.ts';

const kinds: readonly MadeKind[] = [{}, { littleEndian: false }, { big: true }];

/** A page of so many samples, with other fields, less some. */
function headerOf(samplesPerPixel: number, fields: readonly MadeField[], less: readonly number[], kind: MadeKind = {}) {
  const page = rgbPage(4, 3, noise(12 * samplesPerPixel), { samplesPerPixel, fields });
  return probe(makeTiff([without(page, ...less)], kind));
}

describe.each(kinds)('%o', (kind) => {
  test.each<[string, number, MadeField[], boolean]>([
    ['RGB and alpha', 4, [[338, 3, [2]]], true],
    ['RGB and associated alpha', 4, [[338, 3, [1]]], true],
    ['RGB and alpha as Corel Draw declares it', 4, [[338, 3, [999]]], true],
    ['RGB and a sample of no meaning', 4, [[338, 3, [0]]], false],
    ['RGB, a selection and alpha', 5, [[338, 3, [0, 2]]], true],
    ['RGB and two selections', 5, [[338, 3, [0, 0]]], false],
    ['RGB and one that is not declared', 4, [], true],
    ['RGB and two that are not declared', 5, [], false],
    ['RGB, and alpha declared that is not there', 3, [[338, 3, [2]]], false],
    ['RGB and one, and the alpha declared behind it is not there', 4, [[338, 3, [0, 2]]], false],
    ['CMYK', 4, [[262, 3, [5]]], false],
    [
      'CMYK, a spot and alpha',
      6,
      [
        [262, 3, [5]],
        [338, 3, [0, 1]],
      ],
      true,
    ],
    [
      'grey and alpha',
      2,
      [
        [262, 3, [1]],
        [338, 3, [2]],
      ],
      true,
    ],
  ])('%s', (_what, samples, fields, hasAlpha) => {
    expect(headerOf(samples, fields, [], kind).hasAlpha).toBe(hasAlpha);
  });

  test.each<[string, number, MadeField[], string]>([
    ['three samples are RGB', 3, [], 'rgb'],
    ['three colours and one other are RGB', 4, [[338, 3, [0]]], 'rgb'],
    ['one is grey', 1, [], 'grey'],
    ['one colour and alpha are grey', 2, [[338, 3, [2]]], 'grey'],
  ])('without PhotometricInterpretation %s', (_what, samples, fields, colour) => {
    expect(headerOf(samples, fields, [262], kind).colour).toBe(colour);
  });
});

it.each([
  [2, []],
  [4, []],
  [5, [0]],
])('without PhotometricInterpretation %i samples, of which others are %j, are refused by name', (samples, extras) => {
  const fields: MadeField[] = extras.length > 0 ? [[338, 3, extras]] : [];
  expect(() => headerOf(samples, fields, [262])).toThrow(ImageFault);
  expect(() => headerOf(samples, fields, [262])).toThrow('lacks the tag PhotometricInterpretation (262)');
});

it('refuses more samples than there can be', () => {
  expect(() => headerOf(1, [[277, 4, [0x10000]]], [])).toThrow('broken header');
});

it('reads no more of a field than it may mean', () => {
  const many = Array<number>(200_000).fill(0);
  expect(headerOf(4, [[338, 3, [2, ...many]]], []).hasAlpha).toBe(true);
});
