import { env } from 'cloudflare:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { accountsSetup, hasMail } from './environment.ts';

const bindings = {
  ...env,
  SESSION_SECRET: 'a secret',
  PUBLIC_URL: 'https://cutouts.example.org/path',
};
const deployed = 'https://cutouts.example.org/sign-in';
const setupFor = (url: string, changes: object = {}) => accountsSetup(new Request(url), { ...bindings, ...changes });

afterEach(() => void vi.restoreAllMocks());

describe('accounts of a deployment', () => {
  test('go by its public address, whatever address was asked', () => {
    const setup = setupFor('https://worker.example.net/sign-in');
    expect(setup).toMatchObject({ origin: 'https://cutouts.example.org', isLocal: false, secret: 'a secret' });
  });

  test.each(['SESSION_SECRET', 'PUBLIC_URL'])('are none without %s', (name) => {
    expect(setupFor(deployed, { [name]: '' })).toBeNull();
    expect(setupFor(deployed, { [name]: undefined })).toBeNull();
  });

  test('are none where a setting cannot be used, and the log names it', () => {
    const lines: string[] = [];
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
    expect(setupFor(deployed, { SIGNUP_MODE: 'sometimes' })).toBeNull();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0])).toEqual({
      level: 'error',
      event: 'accounts-not-configured',
      cause: expect.stringContaining('SIGNUP_MODE'),
    });
  });
});

describe('accounts of this machine', () => {
  test('go by the address that was asked, also where none is public', () => {
    for (const changes of [{}, { PUBLIC_URL: '' }]) {
      expect(setupFor('http://127.0.0.1:8787/sign-in', changes)).toMatchObject({
        origin: 'http://127.0.0.1:8787',
        isLocal: true,
      });
    }
    expect(setupFor('https://127.0.0.1:8787/', { PUBLIC_URL: '' })).toMatchObject({ isLocal: false });
  });

  test('are none without their secret either', () => {
    expect(setupFor('http://127.0.0.1:8787/', { SESSION_SECRET: '' })).toBeNull();
  });

  test('keep mail in a box where that is asked for, and nowhere else', () => {
    const box = { LOCAL_MAIL: 'on' };
    expect(setupFor('http://127.0.0.1:8787/', box)?.localMail).toBe(true);
    expect(setupFor('http://127.0.0.1:8787/')?.localMail).toBe(false);
    expect(setupFor(deployed, box)?.localMail).toBe(false);
  });
});

describe('mail goes out', () => {
  const sender = { MAIL_SENDER: 'resend', MAIL_FROM: 'hello@example.org', MAIL_TOKEN: 'a token' };
  const can = (url: string, changes: object) => {
    const setup = setupFor(url, changes);
    return setup && hasMail(setup);
  };

  test('by a sender with an address and a token', () => {
    expect(can(deployed, sender)).toBe(true);
  });

  test.each([{}, { ...sender, MAIL_SENDER: 'none' }, { ...sender, MAIL_FROM: '' }, { ...sender, MAIL_TOKEN: '' }])(
    'not with %o',
    (changes) => {
      expect(can(deployed, changes)).toBe(false);
    },
  );

  test('to the box of this machine without a sender', () => {
    expect(can('http://127.0.0.1:8787/', { LOCAL_MAIL: 'on' })).toBe(true);
    expect(can(deployed, { LOCAL_MAIL: 'on' })).toBe(false);
  });
});
