/** What each field of the remove.bg compatibility API does, by the rows of its guide. */
import type { ErrorCode } from '../../src/contract/removebg/codes.ts';

export type Fields = Readonly<Record<string, string>>;

/** Values of one group give the same picture, values of two groups do not; undefined is a field that is not sent. */
interface Effect {
  /** Sent beside the field. */
  readonly beside?: Fields;
  readonly groups: readonly (readonly (string | undefined)[])[];
}

export interface RemovebgRow {
  readonly effects?: readonly Effect[];
  /** Where the value need not show in the picture: the header that has it. */
  readonly header?: string;
  /** Whether the photo has to be large for the values to differ. */
  readonly large?: boolean;
  /** Values that are taken and change nothing. */
  readonly withoutEffect?: readonly { readonly beside?: Fields; readonly values: readonly string[] }[];
  /** What is sent for a 400, and its code. */
  readonly refused?: readonly (readonly [code: ErrorCode, fields: Fields])[];
}

const car = { type: 'car' };
const carMatte = { type: 'car', channels: 'alpha' };
const address = 'https://example.com/a.jpg';
/** Of fields that act on a car alone. */
const elsewhere = (values: readonly string[]) => [{ values }, { beside: carMatte, values }];

/** All rows but those of the image's own file. */
export const removebgRows: Readonly<Record<string, RemovebgRow>> = {
  size: {
    large: true,
    effects: [
      {
        groups: [[undefined, 'preview', 'small', 'regular'], ['medium'], ['hd'], ['auto', 'full', '4k', '50MP']],
      },
    ],
    refused: [['invalid_parameters', { size: 'huge' }]],
  },
  // The thing of the photo is where the tiny detector sees a car, whose windows are closed unless they were asked for.
  type: {
    effects: [
      { groups: [[undefined, 'auto'], ['person', 'product', 'something'], ['car']] },
      { beside: { semitransparency: 'true' }, groups: [[undefined, 'auto', 'car'], ['person']] },
      { beside: { add_shadow: 'true' }, groups: [[undefined, 'auto'], ['person'], ['car']] },
    ],
  },
  type_level: {
    header: 'X-Type',
    effects: [{ groups: [[undefined, '1', '2', 'latest'], ['none']] }, { beside: car, groups: [['1'], ['none']] }],
    refused: [['invalid_parameters', { type_level: '3' }]],
  },
  format: {
    effects: [
      { groups: [[undefined, 'auto', 'png'], ['jpg', 'JPG'], ['webp'], ['zip']] },
      { beside: { bg_color: '81d4fa' }, groups: [[undefined, 'auto', 'jpg'], ['png'], ['webp']] },
    ],
    withoutEffect: [{ beside: { channels: 'alpha' }, values: ['png', 'jpg', 'webp', 'zip'] }],
    refused: [['invalid_format', { format: 'gif' }]],
  },
  channels: {
    effects: [{ groups: [[undefined, 'rgba'], ['alpha']] }],
    refused: [['invalid_parameters', { channels: 'rgb' }]],
  },
  bg_color: {
    effects: [
      {
        beside: { format: 'png' },
        groups: [
          [undefined, '', '#ffffff00'],
          ['81d4fa', '#81d4fa'],
          ['81d4fa77'],
          ['green', 'Green', 'GREEN', '008000'],
          ['fff8', '#ffffff88'],
          ['f00'],
          ['00ff00'],
          ['0000ff'],
        ],
      },
      { beside: { format: 'jpg' }, groups: [[undefined, 'transparent'], ['81d4fa77', 'c4ebfd'], ['81d4fa']] },
    ],
    withoutEffect: [{ beside: { channels: 'alpha' }, values: ['fff', '81d4fa77'] }],
    refused: [['invalid_bg_color', { bg_color: '#12' }]],
  },
  bg_image_file: {
    effects: [
      { groups: [[undefined, ''], ['red'], ['blue']] },
      { beside: car, groups: [[undefined], ['red'], ['blue']] },
    ],
    withoutEffect: [
      { beside: { channels: 'alpha' }, values: ['red'] },
      { beside: { format: 'zip' }, values: ['red'] },
    ],
    refused: [
      ['multiple_bg_sources', { bg_image_file: 'red', bg_color: 'fff' }],
      ['multiple_bg_sources', { bg_image_file: 'red', bg_image_url: address }],
      ['multiple_bg_sources', { bg_image_url: address, bg_color: 'fff' }],
      ['invalid_bg_image_url', { bg_image_url: 'http://127.0.0.1/a.jpg' }],
    ],
  },
  crop: {
    effects: [{ groups: [[undefined, 'false'], ['true']] }, { beside: car, groups: [['false'], ['true']] }],
    refused: [['invalid_parameters', { crop: 'maybe' }]],
  },
  crop_margin: {
    effects: [
      {
        beside: { crop: 'true' },
        groups: [[undefined, '0'], ['8 0 0 0'], ['0 8 0 0'], ['0 0 8 0'], ['0 0 0 8'], ['8'], ['8%']],
      },
    ],
    withoutEffect: [{ values: ['0', '10%'] }],
    refused: [['invalid_crop_margin', { crop: 'true', crop_margin: '60%' }]],
  },
  scale: {
    effects: [{ groups: [[undefined, 'original'], ['80%'], ['50%']] }],
    refused: [['invalid_scale', { scale: '5%' }]],
  },
  position: {
    effects: [{ groups: [[undefined, 'original'], ['center', '50% 50%'], ['0% 0%'], ['100% 0%'], ['0% 100%']] }],
    refused: [['invalid_position', { position: 'left' }]],
  },
  roi: {
    effects: [
      { groups: [[undefined], ['30 18 70 60', '30px,18px,70px,60px', '25% 22.5% 70 75%'], ['40 18 70 60']] },
      { beside: car, groups: [[undefined], ['30 18 70 60']] },
      { beside: { channels: 'alpha' }, groups: [[undefined], ['30 18 70 60']] },
    ],
    withoutEffect: [{ values: ['0% 0% 100% 100%', '0 0 100% 100%'] }],
    refused: [
      ['invalid_roi', { roi: '10% 10% 90%' }],
      ['roi_region_empty', { roi: '0 0 15 60' }],
      ['roi_region_empty', { roi: '40 20 40 60' }],
      ['roi_exceeds_bounds', { roi: '0 0 121 80' }],
      ['roi_exceeds_bounds', { roi: '0 0 120 81' }],
      ['roi_exceeds_bounds', { roi: '0% 0% 101% 100%' }],
      ['roi_exceeds_bounds', { roi: '200 100 300 180' }],
    ],
  },
  add_shadow: {
    effects: [{ groups: [[undefined, 'false'], ['true']] }, { beside: car, groups: [[undefined, 'false'], ['true']] }],
    withoutEffect: [
      ...elsewhere(['false']),
      { beside: carMatte, values: ['true'] },
      { beside: { format: 'zip' }, values: ['true'] },
    ],
    refused: [['invalid_parameters', { add_shadow: 'maybe' }]],
  },
  shadow_type: {
    effects: [
      {
        groups: [
          [undefined, 'none'],
          ['auto', 'drop', '3D', 'car', 'legacy'],
        ],
      },
      {
        beside: car,
        groups: [
          [undefined, 'none'],
          ['auto', 'drop', '3D', 'car', 'legacy'],
        ],
      },
    ],
    withoutEffect: [
      ...elsewhere(['none']),
      { beside: carMatte, values: ['auto', 'car', 'drop', '3D', 'legacy'] },
      { beside: { format: 'zip' }, values: ['drop', '3D'] },
    ],
    refused: [['invalid_parameters', { shadow_type: 'soft' }]],
  },
  shadow_opacity: {
    effects: [{ beside: { shadow_type: 'drop' }, groups: [[undefined, '50'], ['0'], ['20'], ['100']] }],
    withoutEffect: [
      { values: ['20', '50'] },
      { beside: { ...car, add_shadow: 'true' }, values: ['20'] },
      { beside: carMatte, values: ['20'] },
    ],
    refused: [['invalid_parameters', { shadow_type: 'drop', shadow_opacity: '101' }]],
  },
  shadow_method: {
    effects: [
      {
        groups: [
          [undefined, 'latest', 'legacy', 'none'],
          ['auto', 'drop', '3D'],
        ],
      },
    ],
    withoutEffect: [...elsewhere(['latest', 'legacy']), { beside: { add_shadow: 'true' }, values: ['legacy'] }],
    refused: [['invalid_parameters', { shadow_method: 'soft' }]],
  },
  semitransparency: {
    effects: [{ beside: car, groups: [[undefined, 'true'], ['false']] }],
    withoutEffect: elsewhere(['true', 'false']),
    refused: [['invalid_semitransparency', { semitransparency: 'maybe' }]],
  },
};
