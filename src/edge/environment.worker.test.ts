import { describe, expect, test, vi } from 'vitest';
import { SettingsFault } from '../contract/settings/read.ts';
import { type Environment, settingsOf, supportEmailOf } from './environment.ts';

/** What settings are read from; bindings are not used. */
function given(variables: Readonly<Record<string, unknown>>): Environment {
  const secrets = { KEY_HASH_SECRET: 'k', ADMIN_TOKEN: 'a', SUPPORT_EMAIL: 'help@example.com' };
  return { ...secrets, ...variables } as object as Environment;
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

  test.each([
    ['on', true],
    ['off', false],
    ['', true],
  ] as const)('POINT_SEGMENTER=%s', (value, pointSegmenter) => {
    expect(settingsOf(given({ POINT_SEGMENTER: value })).matte.pointSegmenter).toBe(pointSegmenter);
  });

  test('an empty variable is none', () => {
    const empty = settingsOf(given({ MATTE_MODEL: '', MATTE_UPSAMPLING: '', MATTE_REFINER: '' }));
    expect(empty.matte).toEqual(settingsOf(given({})).matte);
  });
});

test.each([
  ['on', true],
  ['off', false],
  ['', true],
] as const)('HEIC=%s', (value, heic) => {
  expect(settingsOf(given({ HEIC: value })).heic).toBe(heic);
});

test('texts for clients name the address of support, and the default where there is none', () => {
  expect(supportEmailOf(given({}))).toBe('help@example.com');
  expect(supportEmailOf({})).toBe('support@example.com');
});

test('an address is believed from the header that TRUSTED_ADDRESS_HEADER names, and from none without it', () => {
  expect(settingsOf(given({ TRUSTED_ADDRESS_HEADER: 'X-Real-IP' })).trustedAddressHeader).toBe('X-Real-IP');
  for (const nothing of [{}, { TRUSTED_ADDRESS_HEADER: '' }]) {
    expect(settingsOf(given(nothing)).trustedAddressHeader).toBeNull();
  }
});

test.each([
  [{ HEIC: 'Off' }, 'Expected on or off for HEIC but received Off'],
  [{ MATTE_UPSAMPLING: 'lanczos' }, 'Expected guided or bilinear for MATTE_UPSAMPLING but received lanczos'],
  [{ MATTE_REFINER: 'yes' }, 'Expected on or off for MATTE_REFINER but received yes'],
  [
    { TRUSTED_ADDRESS_HEADER: 'X Real IP' },
    'Expected the name of a header for TRUSTED_ADDRESS_HEADER but received X Real IP',
  ],
  [{ LEASE_MS: 299 }, 'Expected a whole number from 300 to 3600000 for LEASE_MS but received 299'],
  [{ KEY_HASH_SECRET: '' }, 'Secrets are missing: KEY_HASH_SECRET. Set them with: wrangler secret put NAME'],
])('%j is refused, every time', (variables, message) => {
  const env = given(variables);
  expect(() => settingsOf(env)).toThrow(new SettingsFault(message));
  expect(() => settingsOf(env)).toThrow(new SettingsFault(message));
});

test('a variable that is no setting any more is logged once, and changes nothing', () => {
  const line = vi.spyOn(console, 'log').mockImplementation(() => {});
  const env = given({ MAX_PARTS: '2' });
  const { limits } = settingsOf(env);
  expect(settingsOf(env).limits).toEqual(limits);
  expect(limits).toEqual(settingsOf(given({})).limits);
  expect(line.mock.calls.map(([text]) => JSON.parse(text))).toEqual([
    {
      level: 'warning',
      event: 'removed-settings',
      reason: 'No longer settings, and without effect: MAX_PARTS',
    },
  ]);
  line.mockRestore();
});

test('an isolate says once which version it runs, where that is known', () => {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  const known = given({ SERVICE_VERSION: '0.2.0', SERVICE_COMMIT: 'b20604dc1234' });
  for (const env of [known, known, given({})]) settingsOf(env);
  vi.restoreAllMocks();
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'info', event: 'began', version: '0.2.0', commit: 'b20604dc1234' },
  ]);
});
