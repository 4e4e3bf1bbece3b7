/** The options of an answer's picture: how each is written, and what they are together. */
import { choice, type ValuesOf, written, wrongValue } from '../options.ts';
import { backgroundContradictions, backgroundOptions, pictureUnder } from './background.ts';
import { type Colour, colourPattern, readColour } from './colour.ts';
import { marginPattern, mostMarginPx, noMargin, readMargin } from './margin.ts';
import { type Geometry, outputFormats, type PictureOutput, type WithOutput } from './output.ts';
import { aspectPattern, centre, positionPattern, readAspect, readPosition } from './placement.ts';
import type { Shadow } from './shadow.ts';

/** Of cutouts and mattes alike, so that one fits the other. */
export const geometryOptions = {
  crop: choice(
    ['none', 'subject'],
    'What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.',
    'none',
    { wrong: 'tight', beyondContract: true },
  ),
  crop_margin: written({
    meaning:
      "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
    pattern: marginPattern,
    expected: '0 to 500 pixels or 0% to 50%, as one, two or four values',
    numbers: { least: 0, most: mostMarginPx },
    of: readMargin,
    wrong: '60%',
    schema: { examples: ['10% 20px'] },
  }),
  crop_cut_sides: choice(
    ['keep', 'flush'],
    "A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge, whatever `position` says.",
    'keep',
    { wrong: 'cut', beyondContract: true },
  ),
  max_size: written({
    meaning: 'Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.',
    pattern: '1[6-9]|[2-9]\\d|[1-9]\\d{2,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]',
    expected: 'a whole number from 16 to 65535',
    numbers: { least: 16, most: 65_535 },
    of: Number,
    wrong: '8',
    schema: { examples: ['1600'] },
  }),
  position: written({
    meaning:
      "The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
    pattern: positionPattern,
    expected: "'original', 'center', or one or two values of 0% to 100%",
    of: readPosition,
    wrong: 'left',
    schema: { examples: ['center'] },
  }),
  aspect: written({
    meaning:
      'Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.',
    pattern: aspectPattern,
    expected: "'width:height' from 1:4 to 4:1",
    of: readAspect,
    wrong: '5:1',
    schema: { examples: ['4:5'] },
  }),
  scale: written({
    meaning:
      'How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.',
    pattern: '(?:[1-9]\\d|100)%?',
    expected: 'a whole percentage from 10 to 100',
    numbers: { least: 10, most: 100 },
    of: (text) => Number.parseInt(text, 10) / 100,
    wrong: '5%',
    schema: { examples: ['80%'] },
  }),
};

/** Of cutouts, cars' too. */
export const outputOptions = {
  output_format: choice(
    outputFormats,
    'Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.',
    'png',
    { wrong: 'gif', beyondContract: true },
  ),
  output_quality: written({
    meaning: 'Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.',
    pattern: '[1-9]\\d?|100',
    expected: 'a whole number from 1 to 100',
    numbers: { least: 1, most: 100 },
    of: Number,
    wrong: '0',
    schema: { examples: ['80'] },
  }),
  background_color: written({
    meaning:
      'Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.',
    pattern: colourPattern,
    expected: "a colour such as '#fff', '#ffffff', '#ffffff80' or 'white'",
    of: readColour,
    wrong: '#12',
    schema: { examples: ['#ffffff'] },
  }),
  ...backgroundOptions,
  ...geometryOptions,
};

/** Values of an option that a browser makes of a cutout by itself: all, none, or those that are listed. */
export type InBrowser = boolean | readonly string[];

/**
 * What the page makes of a cutout that is there, without another call. Where it cannot make one of the options, the service makes the
 * whole picture.
 */
export const outputInBrowser: Readonly<Record<keyof typeof outputOptions, InBrowser>> = {
  output_format: ['png', 'webp', 'jpeg'],
  output_quality: true,
  background_color: true,
  background_image: true,
  // An address is fetched by the service.
  background_url: false,
  crop: true,
  crop_margin: true,
  crop_cut_sides: true,
  max_size: true,
  position: true,
  aspect: true,
  scale: true,
};

const white: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };
const usualQuality = 90;

function geometryOf(values: ValuesOf<typeof geometryOptions>): Geometry {
  const { crop, crop_margin: margin, crop_cut_sides: cutSides, position, aspect, scale, max_size: maxSizePx } = values;
  if (margin && crop === 'none') {
    throw wrongValue('crop_margin', 'crop_margin needs crop=subject. Send both, or neither', 'value_error');
  }
  const flush = cutSides === 'flush';
  const place = position ?? (aspect === undefined && scale === undefined ? 'original' : centre);
  const isPlaced = place !== 'original' || aspect !== undefined || scale !== undefined;
  if (flush && crop === 'none' && !isPlaced) {
    const message = 'crop_cut_sides=flush needs crop=subject, position, aspect or scale. Send one of them, or keep';
    throw wrongValue('crop_cut_sides', message, 'value_error');
  }
  return {
    crop: crop === 'subject',
    margin: margin ?? noMargin,
    flush,
    position: place,
    aspect: aspect ?? null,
    scale: scale ?? null,
    maxSizePx: maxSizePx ?? null,
  };
}

/**
 * What the options of a matte ask for.
 * @throws Refused 422 `value_error` where they contradict each other
 */
export function matteOutput(values: ValuesOf<typeof geometryOptions>): WithOutput {
  return unlessPlain({ ...plain, ...geometryOf(values) });
}

/**
 * What the options of a cutout ask for.
 * @param shadow under it; a ZIP has none
 * @throws Refused 422 `value_error` where they contradict each other
 */
export function cutoutOutput(values: ValuesOf<typeof outputOptions>, shadow: Shadow | null = null): WithOutput {
  const { output_format: format, output_quality: quality, background_color: colour } = values;
  if (quality !== undefined && format === 'png') {
    const message = 'output_quality needs output_format webp, jpeg or zip: a PNG loses nothing';
    throw wrongValue('output_quality', message, 'value_error');
  }
  if (format === 'jpeg' && colour && colour.alpha < 255) {
    const message = 'A JPEG is opaque. Send an opaque background_color, or another output_format';
    throw wrongValue('background_color', message, 'value_error');
  }
  const under = pictureUnder(values);
  const background = colour ?? (format === 'jpeg' ? white : null);
  return unlessPlain({
    ...plain,
    format,
    quality: quality ?? usualQuality,
    background: under ?? (background && background.alpha > 0 ? background : null),
    shadow: format === 'zip' ? null : shadow,
    ...geometryOf(values),
  });
}

/** Options that contradict each other, for the reference. */
export const geometryContradictions = [
  { when: '`crop_margin` was sent without `crop=subject`', given: { crop_margin: '10%' } },
  {
    when: '`crop_cut_sides=flush` was sent without `crop=subject`, `position`, `aspect` or `scale`',
    given: { crop_cut_sides: 'flush' },
  },
] as const;
export const outputContradictions = [
  { when: '`output_quality` was sent for a PNG', given: { output_quality: '80' } },
  {
    when: '`output_format` is `jpeg` and `background_color` is not opaque',
    given: { output_format: 'jpeg', background_color: '#ffffff80' },
  },
  ...backgroundContradictions,
  ...geometryContradictions,
] as const;

/** Pictures whose answers could be too large, for the reference. */
export const outputTooLarge = [
  {
    when: 'With these options the answer could be too large',
    message:
      'With these options the answer could have 80000x60000 pixels; the limit is 268402689 pixels and 65535 pixels a side. Send max_size',
  },
] as const;

/** The defaults. */
const plain: PictureOutput = {
  format: 'png',
  quality: usualQuality,
  background: null,
  shadow: null,
  ...geometryOf({
    crop: 'none',
    crop_margin: undefined,
    crop_cut_sides: 'keep',
    max_size: undefined,
    position: undefined,
    aspect: undefined,
    scale: undefined,
  }),
};

/** The same output with whatever size it has. */
export function withoutMaxSize(output: PictureOutput | undefined): WithOutput {
  return output ? unlessPlain({ ...output, maxSizePx: null }) : {};
}

function unlessPlain(output: PictureOutput): WithOutput {
  return JSON.stringify(output) === JSON.stringify(plain) ? {} : { output };
}
