/**
 * Every value that remove.bg documents, and what becomes of it here: a row for each, one table for the tests, the guide and
 * `edgematte migrate`. What is in no row is 400.
 */
import type { ErrorCode } from './codes.ts';
import { shadowMethods } from './shadow.ts';

/** What becomes of a value: it is drawn, passed over and named in `X-Ignored`, drawn as another and named in `X-Substituted`, or 400. */
export type Becomes = 'drawn' | 'ignored' | { readonly drawnAs: string } | { readonly code: ErrorCode };

export interface ValueRow {
  readonly field: string;
  /** Spelled as they are documented, or as an example of those that are written. */
  readonly values: readonly string[];
  /** Beside which other fields. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly becomes: Becomes;
}

const car = { type: 'car' };
const matte = { channels: 'alpha' };
const archive = { format: 'zip' };
const shadowed = { add_shadow: 'true' };
const carShadowed = { ...car, ...shadowed };
const lightGreen = '81d4fa77';
const address = 'https://images.example.com/beach.jpg';

export const valueRows: readonly ValueRow[] = [
  drawn('size', ['auto', 'preview', 'small', 'regular', 'medium', 'hd', 'full', '4k', '50MP']),
  refused('size', ['huge'], 'invalid_parameters'),

  drawn('type', ['auto', 'car']),
  ignored('type', ['person', 'product', 'animal', 'graphic', 'transportation', 'other', 'anything']),
  ignored('type', ['car'], matte),

  drawn('type_level', ['none', '1', '2', 'latest']),
  refused('type_level', ['3'], 'invalid_parameters'),

  drawn('format', ['auto', 'png', 'jpg', 'zip', 'webp', 'JPG']),
  drawn('format', ['auto', 'png'], matte),
  ...['jpg', 'zip', 'webp'].map((format) => drawnAs('format', [format], 'png', matte)),
  refused('format', ['gif'], 'invalid_format'),

  drawn('channels', ['rgba', 'alpha']),
  refused('channels', ['rgb'], 'invalid_parameters'),

  drawn('bg_color', ['fff', '#fff', 'fff8', '81d4fa', lightGreen, '#81D4FA', 'green', 'Green', 'transparent']),
  drawnAs('bg_color', [lightGreen], 'c4ebfd', { format: 'jpg' }),
  ignored('bg_color', ['81d4fa'], matte),
  refused('bg_color', ['#12', 'fffff', 'nocolour', 'rgb(1,2,3)'], 'invalid_bg_color'),

  drawn('bg_image_url', [address]),
  ignored('bg_image_url', [address], matte),
  ignored('bg_image_url', [address], archive),
  refused('bg_image_url', ['beach.jpg'], 'invalid_bg_image_url'),
  refused('bg_image_url', [address], 'multiple_bg_sources', { bg_color: 'fff' }),

  drawn('crop', ['true', 'false']),
  refused('crop', ['maybe'], 'invalid_parameters'),
  drawn('crop_margin', ['0', '30px', '10%', '10% 20px', '1 2 3 4'], { crop: 'true' }),
  drawn('crop_margin', ['0', '0px']),
  ignored('crop_margin', ['30px', '10%', '10% 20px', '1 2 3 4']),
  refused('crop_margin', ['60%', '501px', 'wide'], 'invalid_crop_margin'),

  drawn('scale', ['original', '10%', '33.5%', '100%']),
  refused('scale', ['5%', '110%', 'large'], 'invalid_scale'),
  drawn('position', ['original', 'center', '50%', '25% 75%']),
  refused('position', ['left', '110%'], 'invalid_position'),

  drawn('roi', ['0% 0% 100% 100%', '10% 10% 90% 90%', '10px 10px 90px 70px', '10 10 90 70']),
  refused('roi', ['10% 10% 90%', 'left half'], 'invalid_roi'),
  refused('roi', ['0% 0% 101% 100%', '-1px 0 50px 50px'], 'roi_exceeds_bounds'),

  drawn('semitransparency', ['true']),
  drawn('semitransparency', ['true', 'false'], car),
  ignored('semitransparency', ['false']),
  ignored('semitransparency', ['false'], matte),
  refused('semitransparency', ['maybe'], 'invalid_semitransparency'),

  drawn('add_shadow', ['true', 'false']),
  drawn('add_shadow', ['true', 'false'], car),
  drawn('add_shadow', ['false'], matte),
  ignored('add_shadow', ['true'], matte),
  ignored('add_shadow', ['true'], archive),
  refused('add_shadow', ['maybe'], 'invalid_parameters'),

  drawn('shadow_type', ['none', 'auto', 'drop']),
  drawnAs('shadow_type', ['3D', 'car', 'legacy'], 'drop'),
  drawn('shadow_type', ['none', 'auto', 'car'], car),
  drawnAs('shadow_type', ['3D', 'drop', 'legacy'], 'car', car),
  ignored('shadow_type', ['auto', 'drop', '3D', 'car', 'legacy'], matte),
  ignored('shadow_type', ['auto', 'drop', '3D', 'car', 'legacy'], archive),
  refused('shadow_type', ['soft'], 'invalid_parameters'),

  drawn('shadow_method', ['latest', 'none', 'auto', 'drop']),
  drawnAs('shadow_method', ['3D', 'car'], 'drop'),
  ignored('shadow_method', ['legacy']),
  drawn('shadow_method', ['latest', 'none'], shadowed),
  drawnAs('shadow_method', ['legacy'], 'latest', shadowed),
  drawnAs('shadow_method', ['legacy'], 'latest', carShadowed),
  ignored('shadow_method', shadowMethods.slice(2), matte),
  refused('shadow_method', ['soft'], 'invalid_parameters'),

  drawn('shadow_opacity', ['0', '50', '100'], { shadow_type: 'drop' }),
  drawn('shadow_opacity', ['50']),
  ignored('shadow_opacity', ['0', '100']),
  ignored('shadow_opacity', ['0', '100'], carShadowed),
  ignored('shadow_opacity', ['0', '100'], matte),
  refused('shadow_opacity', ['101', 'dark'], 'invalid_parameters'),
];

/** Defaults that remove.bg publishes: some clients send them all with every call. */
export const publishedDefaults: Readonly<Record<string, string>> = {
  ...{ size: 'preview', type: 'auto', type_level: '1', format: 'auto', channels: 'rgba', bg_color: '' },
  ...{ roi: '0% 0% 100% 100%', crop: 'false', crop_margin: '0', scale: 'original', position: 'original' },
  ...{ add_shadow: 'false', shadow_type: 'none', shadow_method: 'latest', shadow_opacity: '50' },
  ...{ semitransparency: 'true', bg_image_url: '' },
};

function drawn(field: string, values: readonly string[], beside?: ValueRow['beside']): ValueRow {
  return { field, values, beside, becomes: 'drawn' };
}

function ignored(field: string, values: readonly string[], beside?: ValueRow['beside']): ValueRow {
  return { field, values, beside, becomes: 'ignored' };
}

function drawnAs(field: string, values: readonly string[], nearest: string, beside?: ValueRow['beside']): ValueRow {
  return { field, values, beside, becomes: { drawnAs: nearest } };
}

function refused(field: string, values: readonly string[], code: ErrorCode, beside?: ValueRow['beside']): ValueRow {
  return { field, values, beside, becomes: { code } };
}
