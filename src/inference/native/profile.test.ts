/** Which profiles go into a result. */
import { expect, it } from 'vitest';
import { linearGreyProfile, smallCmykProfile, wideRgbProfile } from '../../../test/fixtures/pictures/make/profiles.ts';
import { keptProfile } from './profile.ts';

it('passes RGB profiles alone', () => {
  expect(keptProfile(wideRgbProfile())).toEqual(wideRgbProfile());
  expect(keptProfile(linearGreyProfile())).toBeNull();
  expect(keptProfile(smallCmykProfile())).toBeNull();
});

it('passes nothing that is no profile', () => {
  expect(keptProfile(undefined)).toBeNull();
  expect(keptProfile(wideRgbProfile().subarray(0, 100))).toBeNull();
  expect(keptProfile(new Uint8Array(200))).toBeNull();
});
