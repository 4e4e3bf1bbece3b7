// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { callOf, keepSettings, restoreSettings, settingsOf } from './settings.ts';

const asIs = {
  kind: 'cutout',
  background: '',
  colour: '#336699',
  output_format: 'png',
  crop: 'none',
  crop_margin: '10%',
};

it('are what they are by themselves where nothing is asked for', () => {
  const { operation, options } = callOf({ ...asIs, aspect: '', max_size: '' });
  expect([operation.name, options]).toEqual(['image-without-background', {}]);
});

it('are sent as options of the API', () => {
  const { options } = callOf({ ...asIs, background: 'colour', crop: 'subject', aspect: '1:1', max_size: '1600' });
  expect(options).toEqual({
    background_color: '#336699',
    crop: 'subject',
    crop_margin: '10%',
    aspect: '1:1',
    max_size: '1600',
  });
});

it('leave out what the operation lacks', () => {
  const { operation, options } = callOf({ ...asIs, kind: 'matte', background: '#ffffff', output_format: 'webp' });
  expect([operation.name, options]).toEqual(['alpha-channel', {}]);
  expect(callOf({ ...asIs, kind: 'car-cutout', shadow_type: 'none' }).options).toEqual({ shadow_type: 'none' });
  expect(callOf({ ...asIs, shadow_type: 'none' }).options).toEqual({});
});

it('are there again the next time', () => {
  document.body.innerHTML = `<form><select name="crop"><option value="none"></option><option value="subject"></option></select>
    <select name="aspect"><option value="1:1"></option></select><input name="max_size"></form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  keepSettings({ crop: 'subject', aspect: '7:1', max_size: '900', gone: 'x' });
  restoreSettings(form);
  expect(settingsOf(form)).toEqual({ crop: 'subject', aspect: '1:1', max_size: '900' });
});
