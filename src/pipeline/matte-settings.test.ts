import { expect, test } from 'vitest';
import { matteHeaders, readMatteSettings } from './matte-settings.ts';

const reader = (headers: Record<string, string>) => (name: string) => headers[name];

test.each([
  { model: 'birefnet-lite', upsampling: 'bilinear' },
  { model: 'matte', upsampling: 'guided' },
] as const)('%j survives its way as headers', (settings) => {
  expect(readMatteSettings(reader(matteHeaders(settings)))).toEqual(settings);
});

test.each<Record<string, string>>([{}, { 'X-Model': '', 'X-Upsampling': 'cubist' }])('%j is the default', (headers) => {
  expect(readMatteSettings(reader(headers))).toEqual({ model: 'matte', upsampling: 'guided' });
});
