import { describe, expect, it } from 'vitest';
import { readOptions } from '../options.ts';
import { refusedItem } from '../testing/refused-item.ts';
import { noMargin } from './margin.ts';
import { cutoutOutput, geometryOptions, matteOutput, outputOptions } from './options.ts';
import { outputOption, outputTypes } from './output.ts';

const cutout = (given: Record<string, unknown>) =>
  cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
const matte = (given: Record<string, unknown>) =>
  matteOutput(readOptions(geometryOptions, new Map(Object.entries(given))));

const whole = {
  crop: false,
  margin: noMargin,
  flush: false,
  position: 'original',
  aspect: null,
  scale: null,
  maxSizePx: null,
};
const plain = { format: 'png', quality: 90, background: null, shadow: null, ...whole };
const white = { red: 255, green: 255, blue: 255, alpha: 255 };

const unplaced = 'crop_cut_sides=flush needs crop=subject, position, aspect or scale. Send one of them, or keep';
type Contradiction = readonly [given: Record<string, unknown>, option: string, message: string];
const opaque = 'A JPEG is opaque. Send an opaque background_color, or another output_format';

describe('the options of an output', () => {
  it.each([
    {},
    { output_format: 'png', crop: 'none', position: 'original' },
    { crop_cut_sides: 'keep' },
    { crop: null, max_size: null, scale: null },
    { background_color: 'transparent' },
  ])('%j ask for nothing but what the contract says', (given) => {
    expect(cutout(given)).toEqual({});
  });

  it.each([
    [{ output_format: 'webp' }, { format: 'webp' }],
    [
      { output_format: 'zip', output_quality: '75' },
      { format: 'zip', quality: 75 },
    ],
    [{ output_format: 'jpeg' }, { format: 'jpeg', background: white }],
    [
      { output_format: 'jpeg', background_color: '#000' },
      { format: 'jpeg', background: { red: 0, green: 0, blue: 0, alpha: 255 } },
    ],
    [{ background_color: '#11223344' }, { background: { red: 17, green: 34, blue: 51, alpha: 68 } }],
    [{ crop: 'subject' }, { crop: true }],
    [{ max_size: 1600 }, { maxSizePx: 1600 }],
    [{ max_size: '1600' }, { maxSizePx: 1600 }],
    [{ position: 'center' }, { position: { x: 0.5, y: 0.5 } }],
    [
      { crop: 'subject', crop_cut_sides: 'flush' },
      { crop: true, flush: true },
    ],
    [
      { crop_cut_sides: 'flush', scale: 80 },
      { flush: true, scale: 0.8, position: { x: 0.5, y: 0.5 } },
    ],
    [
      { crop_cut_sides: 'flush', aspect: '2:1', position: 'original' },
      { flush: true, aspect: 2 },
    ],
    [
      { crop_cut_sides: 'flush', position: '0%' },
      { flush: true, position: { x: 0, y: 0 } },
    ],
    [{ aspect: '4:5' }, { aspect: 0.8, position: { x: 0.5, y: 0.5 } }],
    [{ scale: '80%' }, { scale: 0.8, position: { x: 0.5, y: 0.5 } }],
    [{ scale: 100, position: 'original' }, { scale: 1 }],
    [
      { scale: '65', position: '0% 100%' },
      { scale: 0.65, position: { x: 0, y: 1 } },
    ],
  ])('%j ask for %j', (given, expected) => {
    expect(cutout(given)).toEqual({ output: { ...plain, ...expected } });
  });

  it('ask of a matte what they ask of a cutout', () => {
    const given = { crop: 'subject', crop_margin: '5%', max_size: 500, aspect: '1:1' };
    expect(matte(given)).toEqual(cutout(given));
    expect(matte({})).toEqual({});
  });

  it.each<Contradiction>([
    [{ crop_margin: '10' }, 'crop_margin', 'crop_margin needs crop=subject. Send both, or neither'],
    ...[{}, { position: 'original', max_size: 100 }].map(
      (beside): Contradiction => [{ crop_cut_sides: 'flush', ...beside }, 'crop_cut_sides', unplaced],
    ),
    [{ crop: 'none', crop_margin: 0 }, 'crop_margin', 'crop_margin needs crop=subject. Send both, or neither'],
    [
      { output_quality: 90 },
      'output_quality',
      'output_quality needs output_format webp, jpeg or zip: a PNG loses nothing',
    ],
    [{ output_format: 'jpeg', background_color: '#ffffff80' }, 'background_color', opaque],
    [{ output_format: 'jpeg', background_color: 'transparent' }, 'background_color', opaque],
  ])('%j contradict themselves', (given, name, msg) => {
    expect(refusedItem(() => cutout(given))).toEqual({ loc: ['body', name], msg, type: 'value_error' });
  });

  it.each([
    [{ max_size: 15 }, 'Expected a whole number from 16 to 65535 for max_size but received 15'],
    [{ max_size: 16.5 }, 'Expected a whole number from 16 to 65535 for max_size but received 16.5'],
    [{ aspect: '9:1' }, "Expected 'width:height' from 1:4 to 4:1 for aspect but received '9:1'"],
    [
      { background_color: 'cornsilver' },
      "Expected a colour such as '#fff', '#ffffff', '#ffffff80' or 'white' for background_color but received 'cornsilver'",
    ],
  ])('%j are refused in words', (given, msg) => {
    const [name] = Object.keys(given);
    expect(refusedItem(() => cutout(given))).toEqual({ loc: ['body', name], msg, type: 'value_error' });
  });

  it.each([
    ['max_size', 16, 65_535],
    ['output_quality', 1, 100],
    ['scale', 10, 100],
  ] as const)('%s takes whole numbers from %i to %i and no others', (name, least, most) => {
    const { schema } = outputOptions[name];
    const form = new RegExp(String(schema.pattern));
    for (let value = -10; value <= 70_000; value++) {
      if (form.test(String(value)) !== (value >= least && value <= most)) expect.fail(`${value} for ${name}`);
    }
  });
});

it('an output is read as it was written, and nothing is none', () => {
  const { output } = cutout({ output_format: 'zip', crop: 'subject', crop_margin: '1% 2', position: '1.5% 2%' });
  expect(output).toBeDefined();
  expect(outputOption.read(outputOption.write(output))).toEqual(output);
  expect(outputOption.read(null)).toBeUndefined();
});

it('the media type is that of the format', () => {
  const types = ['png', 'webp', 'jpeg', 'zip'].map((format) => outputTypes.of(cutout({ output_format: format })));
  expect(types).toEqual(['image/png', 'image/webp', 'image/jpeg', 'application/zip']);
  expect(outputTypes.all).toEqual(types);
});
