import { expect, it } from 'vitest';
import { linearGreyProfile, smallCmykProfile, wideRgbProfile } from '../../test/fixtures/pictures/make/profiles.ts';
import { rgbProfile } from './profile.ts';

it('passes RGB profiles alone', () => {
  expect(rgbProfile(wideRgbProfile())).toEqual(wideRgbProfile());
  expect(rgbProfile(linearGreyProfile())).toBeNull();
  expect(rgbProfile(smallCmykProfile())).toBeNull();
});

it('passes nothing that is no profile', () => {
  expect(rgbProfile(undefined)).toBeNull();
  expect(rgbProfile(wideRgbProfile().subarray(0, 100))).toBeNull();
  expect(rgbProfile(new Uint8Array(200))).toBeNull();
});
