import { expect, test } from 'vitest';
import { matteHeaders, readMatteSettings } from './matte-settings.ts';

const reader = (headers: Record<string, string>) => (name: string) => headers[name];

test.each([
  { model: 'birefnet-lite', upsampling: 'bilinear', refiner: true },
  { model: 'matte', upsampling: 'guided', refiner: false },
] as const)('%j survives its way as headers', (settings) => {
  expect(readMatteSettings(reader(matteHeaders(settings)))).toEqual(settings);
});

test.each<Record<string, string>>([{}, { 'X-Model': '', 'X-Upsampling': 'cubist', 'X-Refiner': '1' }])(
  '%j is the default',
  (headers) => {
    expect(readMatteSettings(reader(headers))).toEqual({ model: 'matte', upsampling: 'guided', refiner: false });
  },
);
