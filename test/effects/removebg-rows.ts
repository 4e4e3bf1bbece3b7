/** What each field of the remove.bg compatibility API does, by the rows of its guide. */

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
  /** What is sent for a 400. */
  readonly refused?: readonly Fields[];
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
    refused: [{ size: 'huge' }],
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
    refused: [{ type_level: '3' }],
  },
  format: {
    effects: [
      { groups: [[undefined, 'auto', 'png'], ['jpg'], ['webp'], ['zip']] },
      { beside: { bg_color: '81d4fa' }, groups: [[undefined, 'auto', 'jpg'], ['png'], ['webp']] },
    ],
    refused: [{ format: 'gif' }, { format: 'jpg', channels: 'alpha' }],
  },
  channels: { effects: [{ groups: [[undefined, 'rgba'], ['alpha']] }], refused: [{ channels: 'rgb' }] },
  bg_color: {
    effects: [
      {
        beside: { format: 'png' },
        groups: [
          [undefined, '', '#ffffff00'],
          ['81d4fa', '#81d4fa'],
          ['81d4fa77'],
          ['green'],
          ['f00'],
          ['00ff00'],
          ['0000ff'],
        ],
      },
    ],
    refused: [{ bg_color: '#12' }, { bg_color: 'fff', channels: 'alpha' }, { bg_color: '81d4fa77', format: 'jpg' }],
  },
  bg_image_file: {
    effects: [
      { groups: [[undefined, ''], ['red'], ['blue']] },
      { beside: car, groups: [[undefined], ['red'], ['blue']] },
    ],
    refused: [
      { bg_image_file: 'red', bg_color: 'fff' },
      { bg_image_file: 'red', bg_image_url: address },
      { bg_image_file: 'red', channels: 'alpha' },
      { bg_image_file: 'red', format: 'zip' },
      { bg_image_url: address, bg_color: 'fff' },
      { bg_image_url: 'http://127.0.0.1/a.jpg' },
    ],
  },
  crop: {
    effects: [{ groups: [[undefined, 'false'], ['true']] }, { beside: car, groups: [['false'], ['true']] }],
    refused: [{ crop: 'maybe' }],
  },
  crop_margin: {
    effects: [
      {
        beside: { crop: 'true' },
        groups: [[undefined, '0'], ['8 0 0 0'], ['0 8 0 0'], ['0 0 8 0'], ['0 0 0 8'], ['8'], ['8%']],
      },
    ],
    withoutEffect: [{ values: ['0', '10%'] }],
    refused: [{ crop: 'true', crop_margin: '60%' }],
  },
  scale: { effects: [{ groups: [[undefined, 'original'], ['80%'], ['50%']] }], refused: [{ scale: '5%' }] },
  position: {
    effects: [{ groups: [[undefined, 'original'], ['center', '50% 50%'], ['0% 0%'], ['100% 0%'], ['0% 100%']] }],
    refused: [{ position: 'left' }],
  },
  roi: {
    effects: [
      { groups: [[undefined], ['30 18 70 60', '30px,18px,70px,60px', '25% 22.5% 70 75%'], ['40 18 70 60']] },
      { beside: car, groups: [[undefined], ['30 18 70 60']] },
      { beside: { channels: 'alpha' }, groups: [[undefined], ['30 18 70 60']] },
    ],
    withoutEffect: [{ values: ['0% 0% 100% 100%', '0 0 100% 100%'] }],
    refused: [{ roi: '10% 10% 90%' }, { roi: '0 0 15 60' }],
  },
  add_shadow: {
    effects: [{ groups: [[undefined, 'false'], ['true']] }, { beside: car, groups: [[undefined, 'false'], ['true']] }],
    withoutEffect: elsewhere(['false']),
    refused: [
      { ...carMatte, add_shadow: 'true' },
      { format: 'zip', add_shadow: 'true' },
    ],
  },
  shadow_type: {
    effects: [
      {
        groups: [
          [undefined, 'none'],
          ['auto', 'drop'],
        ],
      },
      {
        beside: car,
        groups: [
          [undefined, 'none'],
          ['auto', 'car'],
        ],
      },
    ],
    withoutEffect: elsewhere(['none']),
    refused: [
      ...['auto', 'car', 'drop', '3D'].map((value) => ({ ...carMatte, shadow_type: value })),
      ...['car', '3D'].map((value) => ({ shadow_type: value })),
      ...['drop', '3D'].map((value) => ({ ...car, shadow_type: value })),
      { format: 'zip', shadow_type: 'drop' },
    ],
  },
  shadow_opacity: {
    effects: [{ beside: { shadow_type: 'drop' }, groups: [[undefined, '50'], ['0'], ['20'], ['100']] }],
    refused: [
      { shadow_opacity: '50' },
      { ...car, add_shadow: 'true', shadow_opacity: '50' },
      { ...carMatte, shadow_opacity: '50' },
      { shadow_type: 'drop', shadow_opacity: '101' },
    ],
  },
  shadow_method: {
    withoutEffect: elsewhere(['latest']),
    refused: [{ shadow_method: 'legacy' }, { ...car, add_shadow: 'true', shadow_method: 'legacy' }],
  },
  semitransparency: {
    effects: [{ beside: car, groups: [[undefined, 'true'], ['false']] }],
    withoutEffect: elsewhere(['true']),
    refused: [{ semitransparency: 'false' }, { ...carMatte, semitransparency: 'false' }],
  },
};
