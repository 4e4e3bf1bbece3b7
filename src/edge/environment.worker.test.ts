import { describe, expect, test } from 'vitest';
import { type Environment, settingsOf } from './environment.ts';

/** What settings are read from; the bindings are not looked at. */
function given(variables: Partial<Environment>): Environment {
  const secrets = { KEY_HASH_SECRET: 'k', ADMIN_TOKEN: 'a', SUPPORT_EMAIL: 'help@example.com' };
  return { ...secrets, ...variables } as Environment;
}

describe('mattes are made as variables say', () => {
  test.each(['guided', 'bilinear'] as const)('MATTE_UPSAMPLING=%s', (upsampling) => {
    expect(settingsOf(given({ MATTE_UPSAMPLING: upsampling })).matte.upsampling).toBe(upsampling);
  });

  test.each([
    ['on', true],
    ['off', false],
  ] as const)('MATTE_REFINER=%s', (value, refiner) => {
    expect(settingsOf(given({ MATTE_REFINER: value })).matte.refiner).toBe(refiner);
  });

  test('an empty variable is none', () => {
    const empty = settingsOf(given({ MATTE_MODEL: '', MATTE_UPSAMPLING: '', MATTE_REFINER: '' }));
    expect(empty.matte).toEqual(settingsOf(given({})).matte);
  });
});

test('an address is believed from the header that TRUSTED_ADDRESS_HEADER names, and from none without it', () => {
  expect(settingsOf(given({ TRUSTED_ADDRESS_HEADER: 'X-Real-IP' })).trustedAddressHeader).toBe('X-Real-IP');
  for (const nothing of [{}, { TRUSTED_ADDRESS_HEADER: '' }]) {
    expect(settingsOf(given(nothing)).trustedAddressHeader).toBeNull();
  }
});

test.each([
  [{ MATTE_UPSAMPLING: 'lanczos' }, "MATTE_UPSAMPLING is 'lanczos'. Set it to guided or bilinear"],
  [{ MATTE_REFINER: 'yes' }, "MATTE_REFINER is 'yes'. Set it to on or off"],
  [
    { TRUSTED_ADDRESS_HEADER: 'X Real IP' },
    "TRUSTED_ADDRESS_HEADER is 'X Real IP'. Set it to the name of a header, or to nothing",
  ],
  [{ KEY_HASH_SECRET: '' }, 'Secrets are missing: KEY_HASH_SECRET. Set them with: wrangler secret put NAME'],
])('%j is refused, every time', (variables, message) => {
  const env = given(variables);
  expect(() => settingsOf(env)).toThrow(message);
  expect(() => settingsOf(env)).toThrow(message);
});
