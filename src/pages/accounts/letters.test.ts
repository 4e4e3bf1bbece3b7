import { expect, test } from 'vitest';
import * as letters from './letters.ts';

const origin = 'https://cutouts.example.org';
const token = 'a+b/c';

test.each([
  ['a sign-up', letters.confirmation('ada@example.org', origin, token), '/verify-email', 'Confirm', 'one day'],
  [
    'another address',
    letters.change('ada@example.org', 'b@example.org', origin, token),
    '/verify-email',
    'Change',
    'one day',
  ],
  ['a new password', letters.reset('ada@example.org', origin, token), '/reset-password', 'new password', 'one hour'],
])('the mail of %s has one link, alone on its line, and says how long it holds', (_of, mail, path, subject, life) => {
  expect(mail.to).toBe('ada@example.org');
  expect(mail.subject).toContain(subject);
  const links = mail.text.split('\n').filter((line) => line.includes('://'));
  expect(links).toEqual([`${origin}${path}?token=a%2Bb%2Fc`]);
  expect(mail.text).toContain(life);
  expect(mail.text).toContain('If this was not you,');
});

test('the consent to another address names it, and what to do where somebody else asked', () => {
  const { text } = letters.change('ada@example.org', 'b@example.org', origin, token);
  expect(text).toContain('is to become b@example.org.');
  expect(text).toContain('change your password');
});

test('an owner of an account who signs up again is led to the sign-in, with no token', () => {
  const { to, subject, text } = letters.known('ada@example.org', origin);
  expect([to, subject]).toEqual(['ada@example.org', expect.stringContaining('have an Edgematte account already')]);
  const links = text.split('\n').filter((line) => line.includes('://'));
  expect(links).toEqual([`${origin}/sign-in`, `${origin}/forgot-password`]);
  expect(text).toContain('If this was not you');
});
