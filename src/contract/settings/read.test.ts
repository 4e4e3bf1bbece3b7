import { describe, expect, test } from 'vitest';
import { edgeSecrets, edgeSettings, statusKey } from './edge.ts';
import { gatewaySettings } from './gateway.ts';
import { list, olderSecrets, secret, text, url } from './kinds.ts';
import { missingSecrets, readSetting, readSettings, SettingsFault } from './read.ts';

const secrets = { KEY_HASH_SECRET: 'k', ADMIN_TOKEN: 'a' };

describe('settings', () => {
  test('are read under the names that the program has for them', () => {
    expect(readSettings(edgeSettings, { HEIC: 'off', MATTE_UPSAMPLING: 'bilinear', OTHER: 'x' })).toEqual({
      supportEmail: 'support@example.com',
      subProcessors: [],
      heic: false,
      imageUrl: true,
      matteModel: 'matte',
      matteModels: [],
      matteUpsampling: 'bilinear',
      matteRefiner: true,
      pointSegmenter: true,
      removebgCompat: true,
      trustedAddressHeader: undefined,
    });
  });

  test('are read under their former name where the present one is unset, for one release', () => {
    const closed = (variables: Readonly<Record<string, string>>) => readSetting(edgeSettings.removebgCompat, variables);
    expect(closed({ REMOVEBG_DOOR: 'off' })).toBe(false);
    expect(closed({ REMOVEBG_COMPAT: '', REMOVEBG_DOOR: 'off' })).toBe(false);
    expect(closed({ REMOVEBG_COMPAT: 'on', REMOVEBG_DOOR: 'off' })).toBe(true);
    expect(() => closed({ REMOVEBG_DOOR: 'shut' })).toThrow('Expected on or off for REMOVEBG_DOOR but received shut');
  });

  test('name every secret that is missing, in one line', () => {
    expect(() => readSettings(edgeSecrets, {})).toThrow(
      'Secrets are missing: KEY_HASH_SECRET, ADMIN_TOKEN. Set them with: wrangler secret put NAME',
    );
    expect(missingSecrets(edgeSecrets, { ...secrets, ADMIN_TOKEN: '' })).toEqual(['ADMIN_TOKEN']);
    expect(readSettings(edgeSecrets, secrets)).toEqual({ keyHashSecret: 'k', adminToken: 'a' });
  });

  test('are refused with a fault of one line, however long and wide the value', () => {
    const email = text('EMAIL', { fallback: '', meaning: '' }, { pattern: /^\S+@\S+$/, allowed: 'an address' });
    expect(() => readSetting(email, { EMAIL: `a\nb ${'c'.repeat(1000)}` })).toThrow(
      new SettingsFault(`Expected an address for EMAIL but received a b ${'c'.repeat(96)}…`),
    );
  });

  test('are repeated up to a hundred characters', () => {
    const digits = text('DIGITS', { fallback: '', meaning: '' }, { pattern: /^\d+$/, allowed: 'digits' });
    const shown = (length: number) => `Expected digits for DIGITS but received ${'x'.repeat(length)}`;
    for (const [length, due] of [
      [100, shown(100)],
      [101, `${shown(100)}…`],
    ] as const) {
      expect(() => readSetting(digits, { DIGITS: 'x'.repeat(length) })).toThrow(new SettingsFault(due));
    }
  });

  test('never repeat what a secret holds', () => {
    const strict = { ...secret('TOKEN', ''), parse: () => undefined };
    expect(() => readSetting(strict, { TOKEN: 'hidden' })).toThrow(
      'Expected a secret for TOKEN but received something else',
    );
  });
});

describe('former secrets', () => {
  const setting = olderSecrets('TOKENS_OLD', 'TOKEN');
  const read = (value?: string) => readSetting(setting, { TOKENS_OLD: value });

  test('are values between commas, without spaces around them', () => {
    expect([read(), read(''), read('a'), read('a, b c ,d=')]).toEqual([[], [], ['a'], ['a', 'b c', 'd=']]);
    expect(read(Array(8).fill('a').join())).toHaveLength(8);
  });

  test.each([',', 'a,', 'a,,b', ' ', Array(9).fill('hidden').join()])('%j is refused, and not repeated', (value) => {
    expect(() => read(value)).toThrow(
      'Expected at most 8 secrets separated by commas for TOKENS_OLD but received something else',
    );
  });
});

describe('kinds', () => {
  test.each([
    ['http://gpu:8788', 'http://gpu:8788'],
    ['https://mattes.example/api//', 'https://mattes.example/api'],
    ['ftp://gpu', undefined],
    ['gpu:8788', undefined],
    ['http://gpu?x', undefined],
    ['http://gpu#x', undefined],
    ['http:// gpu', undefined],
    ['http://:8788', undefined],
    ['http://gpu:99999', undefined],
    ['http://[::1', undefined],
  ])('the address %s is %s', (given, expected) => {
    const address = url('ADDRESS', { fallback: '', meaning: '' });
    if (expected !== undefined) expect(readSetting(address, { ADDRESS: given })).toBe(expected);
    else
      expect(() => readSetting(address, { ADDRESS: given })).toThrow('Expected an http or https address for ADDRESS');
  });

  test('the gateway’s addresses may be none, and the lane’s the same as the other', () => {
    const token = { INFERENCE_TOKEN: 't' };
    expect(readSettings(gatewaySettings, token)).toEqual({
      token: 't',
      inferenceUrls: ['http://127.0.0.1:8788'],
      laneUrls: undefined,
    });
    expect(readSettings(gatewaySettings, { ...token, INFERENCE_URL: 'none', LANE_URL: 'none' })).toMatchObject({
      inferenceUrls: null,
      laneUrls: null,
    });
    expect(() => readSettings(gatewaySettings, { ...token, INFERENCE_URL: 'None' })).toThrow(
      'Expected http or https addresses, or none, for INFERENCE_URL but received None',
    );
  });

  test.each([
    ['SUPPORT_EMAIL', edgeSettings.supportEmail, 'nobody', 'an e-mail address'],
    ['SUPPORT_EMAIL', edgeSettings.supportEmail, 'a@b c', 'an e-mail address'],
    ['MATTE_MODEL', edgeSettings.matteModel, 'a matte', 'the role or name of a network'],
    ['MATTE_MODELS', edgeSettings.matteModels, 'matte,,other', 'names of networks separated by commas'],
  ])('%s is checked against what it names', (variable, setting, given, allowed) => {
    expect(() => readSetting<unknown>(setting, { [variable]: given })).toThrow(
      `Expected ${allowed} for ${variable} but received ${given}`,
    );
  });

  test('the key of the status has the shape of a key, and is not shown where it has another', () => {
    const key = `test_${'a'.repeat(38)}`;
    expect(readSetting(statusKey, { STATUS_KEY: key })).toBe(key);
    expect(() => readSetting(statusKey, { STATUS_KEY: 'nope' })).toThrow(
      'Expected an API key for STATUS_KEY but received something else',
    );
  });

  test('a list is separated by commas', () => {
    const names = list('NAMES', { fallback: ['cpu'], meaning: '' }, { pattern: /^[a-z]+$/, allowed: 'names' });
    expect(readSetting(names, { NAMES: 'cuda, cpu' })).toEqual(['cuda', 'cpu']);
    expect(readSetting(names, {})).toEqual(['cpu']);
    for (const wrong of ['CUDA;cpu', 'cuda,', ',']) {
      expect(() => readSetting(names, { NAMES: wrong })).toThrow(`Expected names for NAMES but received ${wrong}`);
    }
  });
});
