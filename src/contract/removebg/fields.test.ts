import { describe, expect, it } from 'vitest';
import { Refused } from '../refusals.ts';
import { readFields } from './fields.ts';

type Given = Readonly<Record<string, unknown>>;

function wanted(given: Given = {}) {
  return readFields(new Map(Object.entries(given)));
}

function outputOf(given: Given) {
  const { task } = wanted(given);
  return 'output' in task ? task.output : undefined;
}

/** The sentence of the refusal; null where there is none. */
function refused(given: Given): string | null {
  try {
    wanted(given);
    return null;
  } catch (cause) {
    if (!(cause instanceof Refused) || !('detail' in cause.refusal.body)) throw cause;
    const { detail } = cause.refusal.body;
    return typeof detail === 'string' ? detail : detail[0].msg;
  }
}

const white = { red: 255, green: 255, blue: 255, alpha: 255 };
const sky = { red: 129, green: 212, blue: 250, alpha: 255 };

describe('the fields of a call of the remove.bg API', () => {
  it('ask for a small cutout as PNG where nothing is said', () => {
    const { task, reportsType } = wanted();
    expect(task).toMatchObject({ kind: 'cutout', imageType: true, cleanEdges: true });
    expect(outputOf({})).toMatchObject({ format: 'png', background: null, crop: false, mostPixels: 250_000 });
    expect(reportsType).toBe(true);
  });

  it.each([
    ['preview', 250_000],
    ['small', 250_000],
    ['regular', 250_000],
    ['medium', 1_500_000],
    ['hd', 4_000_000],
    ['auto', undefined],
    ['full', undefined],
    ['4k', undefined],
    ['50MP', undefined],
  ])('size %s is at most %s pixels', (size, pixels) => {
    expect(outputOf({ size })?.mostPixels).toBe(pixels);
  });

  it.each(['auto', 'person', 'product', 'animal', 'graphic', 'transportation', 'something else'])(
    'type %s is a cutout',
    (type) => expect(wanted({ type }).task.kind).toBe('cutout'),
  );

  it.each([
    [{}, { windows: true, shadow: false }],
    [{ semitransparency: 'false' }, { windows: false, shadow: false }],
    [{ add_shadow: 'true' }, { windows: true, shadow: true }],
    [{ add_shadow: true }, { windows: true, shadow: true }],
    [{ shadow_type: 'car' }, { windows: true, shadow: true }],
    [{ shadow_type: 'auto' }, { windows: true, shadow: true }],
    [
      { shadow_type: 'none', add_shadow: 'true' },
      { windows: true, shadow: true },
    ],
    [
      { shadow_type: 'car', add_shadow: 'false' },
      { windows: true, shadow: true },
    ],
  ])('type car with %j is a car with %j', (given, expected) => {
    expect(wanted({ type: 'car', ...given }).task).toMatchObject({ kind: 'car-cutout', ...expected });
  });

  it.each<[Given, number]>([
    [{ shadow_type: 'drop' }, 50],
    [{ shadow_type: 'auto' }, 50],
    [{ add_shadow: 'true' }, 50],
    [{ add_shadow: true, shadow_type: 'none' }, 50],
    [{ shadow_type: 'drop', shadow_opacity: '100' }, 100],
    [{ shadow_type: 'drop', shadow_opacity: 0 }, 0],
    [{ type: 'product', shadow_type: 'drop', format: 'jpg' }, 50],
  ])('%j without a car is a drop shadow of %i percent', (given, opacityPercent) => {
    expect(outputOf(given)).toMatchObject({ shadow: { kind: 'drop', opacityPercent } });
  });

  it('a shadow that nobody asked for is none', () => {
    for (const given of [{}, { shadow_type: 'none', add_shadow: 'false' }, { type: 'car', shadow_type: 'car' }]) {
      expect(outputOf(given)).toMatchObject({ shadow: null });
    }
  });

  const beside = [{ channels: 'alpha' }, { type: 'car', channels: 'alpha' }];
  const ofPictures = [
    { add_shadow: 'true' },
    { add_shadow: true },
    { shadow_type: 'auto' },
    { shadow_type: 'car' },
    { shadow_type: 'drop' },
    { shadow_opacity: '50' },
    { semitransparency: 'false' },
    { semitransparency: false },
  ];
  it.each(beside.flatMap((other) => ofPictures.map((given) => ({ ...other, ...given }))))(
    'what a matte does not show is refused with it: %j',
    (given) => expect(refused(given)).toMatch(/has no effect with channels=alpha. Leave it out/),
  );

  const ofCars = [{ shadow_type: 'car' }, { semitransparency: 'false' }, { semitransparency: false }];
  it.each([{}, { type: 'person' }].flatMap((other) => ofCars.map((given) => ({ ...other, ...given }))))(
    'what belongs to the picture of a car is refused elsewhere: %j',
    (given) => expect(refused(given)).toMatch(/has no effect without type=car. Leave it out/),
  );

  it.each<[Given, RegExp]>([
    [{ type: 'car', shadow_type: 'drop' }, /^shadow_type=drop has no effect with type=car, whose shadow is its own/],
    [{ type: 'car', shadow_type: 'car', shadow_opacity: '50' }, /^shadow_opacity=50 has no effect with type=car/],
    [{ format: 'zip', shadow_type: 'drop' }, /^shadow_type=drop has no effect with format=zip, which holds no shadow/],
    [{ format: 'zip', add_shadow: 'true' }, /^add_shadow=true has no effect with format=zip/],
    [{ shadow_opacity: '50' }, /^shadow_opacity=50 has no effect without a shadow/],
    [{ shadow_type: 'none', shadow_opacity: 0 }, /^shadow_opacity=0 has no effect without a shadow/],
  ])('%j has no effect', (given, sentence) => expect(refused(given)).toMatch(sentence));

  it('their published defaults are ours', () => {
    const published = {
      ...{ size: 'preview', type: 'auto', type_level: '1', format: 'auto', channels: 'rgba', bg_color: '' },
      ...{ roi: '0% 0% 100% 100%', crop: 'false', crop_margin: '0', scale: 'original', position: 'original' },
      ...{ add_shadow: 'false', shadow_type: 'none', semitransparency: 'true' },
      ...{ bg_image_url: '', shadow_opacity: '', shadow_method: 'latest' },
    };
    const inJson = { ...published, crop: false, add_shadow: false, semitransparency: true, crop_margin: 0 };
    // A car that is found, and was not asked for, has open windows only where that is sent.
    for (const given of [{ semitransparency: 'true' }, { type: 'car' }, { type: 'product' }, { channels: 'alpha' }]) {
      expect(wanted({ ...published, ...given })).toEqual(wanted(given));
      expect(wanted({ ...inJson, ...given })).toEqual(wanted(given));
    }
    expect(wanted({ ...published, semitransparency: '' })).toEqual(wanted({}));
  });

  it('a vehicle that is found is cut as was asked of one', () => {
    const vehicleOf = (given: Given) => {
      const { task } = wanted(given);
      return task.kind === 'cutout' ? task.vehicle : task.kind;
    };
    expect(vehicleOf({})).toEqual({ windows: false, shadow: false });
    expect(vehicleOf({ type: 'auto', add_shadow: 'true' })).toEqual({ windows: false, shadow: true });
    expect(vehicleOf({ shadow_type: 'drop', semitransparency: 'true' })).toEqual({ windows: true, shadow: true });
    for (const type of ['person', 'product', 'transportation', 'something']) {
      expect(vehicleOf({ type })).toBeUndefined();
    }
    expect(vehicleOf({ type: 'car' })).toBe('car-cutout');
    expect(vehicleOf({ channels: 'alpha' })).toBe('matte');
  });

  it('channels alpha is a matte, whatever the type', () => {
    expect(wanted({ channels: 'alpha', type: 'car' }).task.kind).toBe('matte');
    expect(outputOf({ channels: 'alpha', bg_color: '#ffffff00' })).toMatchObject({ format: 'png', background: null });
  });

  it.each<[Given, unknown]>([
    [{ format: 'auto' }, { format: 'png', background: null }],
    [
      { format: 'auto', bg_color: '81d4fa' },
      { format: 'jpeg', background: sky },
    ],
    [
      { format: 'auto', bg_color: '81d4fa77' },
      { format: 'png', background: { ...sky, alpha: 0x77 } },
    ],
    [
      { format: 'png', bg_color: '#81d4fa' },
      { format: 'png', background: sky },
    ],
    [{ format: 'jpg' }, { format: 'jpeg', background: white }],
    [{ format: 'webp' }, { format: 'webp', background: null }],
    [{ format: 'zip' }, { format: 'zip', background: null }],
    [
      { format: 'png', bg_color: '#81d4fa77' },
      { format: 'png', background: { ...sky, alpha: 0x77 } },
    ],
    [
      { format: 'webp', bg_color: '81d4fa' },
      { format: 'webp', background: sky },
    ],
    [{ bg_color: 'white' }, { format: 'jpeg', background: white }],
    [{ bg_color: 'fff' }, { format: 'jpeg', background: white }],
    [{ bg_color: '' }, { format: 'png', background: null }],
    [{ bg_image_file: true }, { format: 'jpeg', background: 'picture' }],
    [{ bg_image_url: 'https://example.com/a.jpg' }, { format: 'jpeg', background: 'picture' }],
    [
      { bg_image_file: true, format: 'png', type: 'car' },
      { format: 'png', background: 'picture' },
    ],
  ])('%j is %j', (given, expected) => expect(outputOf(given)).toMatchObject(expected as object));

  it('a margin without a crop has no effect', () => {
    const none = { value: 0, unit: 'px' };
    expect(outputOf({ crop_margin: '10%' })).toMatchObject({ crop: false, margin: { top: none, left: none } });
    const ten = { value: 10, unit: '%' };
    expect(outputOf({ crop: 'true', crop_margin: '10%' })).toMatchObject({
      crop: true,
      margin: { top: ten, left: ten },
    });
  });

  it.each<[Given, unknown]>([
    [{}, { position: 'original', scale: null }],
    [{ scale: '80%' }, { position: { x: 0.5, y: 0.5 }, scale: 0.8 }],
    [{ scale: 'original' }, { position: 'original', scale: null }],
    [{ position: 'center' }, { position: { x: 0.5, y: 0.5 } }],
    [{ position: '25% 75%' }, { position: { x: 0.25, y: 0.75 } }],
  ])('%j places the subject at %j', (given, expected) => expect(outputOf(given)).toMatchObject(expected as object));

  it('type_level none reports no type, and asks no classifier', () => {
    const { task, reportsType } = wanted({ type_level: 'none' });
    expect([reportsType, task]).toEqual([false, expect.objectContaining({ imageType: false })]);
    for (const level of ['1', '2', 'latest', 1]) expect(wanted({ type_level: level }).reportsType).toBe(true);
  });

  it.each<[Given, RegExp]>([
    [{ bg_image_url: 'ftp://example.com/a.jpg' }, /This address is not fetched/],
    [{ bg_image_url: 'https://example.com/a.jpg', bg_color: 'fff' }, /Send one background/],
    [{ bg_image_url: 'https://example.com/a.jpg', bg_image_file: true }, /Send one background/],
    [{ bg_image_file: true, bg_color: 'fff' }, /Send one background/],
    [{ bg_image_file: true, channels: 'alpha' }, /^bg_image_file has no effect with channels=alpha/],
    [{ bg_image_file: true, format: 'zip' }, /^bg_image_file has no effect with format=zip/],
    [{ shadow_type: 'drop', shadow_opacity: '101' }, /Expected a whole number from 0 to 100 for shadow_opacity/],
    [{ roi: '10% 10% 90%' }, /Expected 'x1 y1 x2 y2' in pixels or percent for roi/],
    [{ shadow_method: 'legacy' }, /legacy is not available/],
    [{ type: 'car', shadow_method: 'legacy' }, /legacy is not available/],
    [{ shadow_method: 'soft' }, /Expected 'latest'/],
    [{ shadow_type: '3D' }, /not available/],
    [{ size: 'huge' }, /Expected 'preview'/],
    [{ format: 'gif' }, /Expected 'auto'/],
    [{ channels: 'rgb' }, /Expected 'rgba'/],
    [{ bg_color: '#12' }, /Expected a colour/],
    [{ crop: 'maybe' }, /Expected true or false/],
    [{ crop_margin: '60%' }, /Expected 0 to 500 pixels/],
    [{ scale: '5%' }, /Expected 'original'/],
    [{ position: 'left' }, /Expected 'original'/],
    [{ channels: 'alpha', format: 'jpg' }, /PNG alone/],
    [{ channels: 'alpha', bg_color: 'fff' }, /no effect with channels=alpha/],
    [{ format: 'jpg', bg_color: 'ffffff80' }, /A JPEG is opaque/],
  ])('%j is refused in a sentence', (given, sentence) => expect(refused(given)).toMatch(sentence));

  it('what leaves the picture as it is passes', () => {
    expect(refused({ roi: '0% 0% 100% 100%', shadow_opacity: '', unknown: 'x' })).toBeNull();
  });
});
