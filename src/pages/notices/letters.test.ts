import { expect, test } from 'vitest';
import { noticeMail } from './letters.ts';

const owner = { wallet: 'live_ABCDEFGHIJ', type: 'live', email: 'ada@example.org' } as const;
const expiresAtMs = Date.UTC(2050, 0, 31, 23, 59, 59);
const origin = 'https://cutouts.example.org';

const mail = (kind: Parameters<typeof noticeMail>[0], balance: number, from: string | null = origin) =>
  noticeMail(kind, owner, { balance, expiresAtMs, lastGrant: null }, from);

const link = `More credits:\n\n${origin}/dashboard/billing\n\n`;
const once = 'You get this notice once for each time that credits are added.\n';

test('the letter on low credits says what is left and what comes then', () => {
  expect(mail('mostly-used', 1200)).toEqual({
    to: 'ada@example.org',
    subject: 'Your live credits are running low',
    text: `80 % of your live credits are used; 1,200 credits are left. When none is left, calls are answered 402.\n\n${link}${once}`,
  });
});

test('the letter on used-up credits says what calls are answered', () => {
  expect(mail('used-up', 0)).toEqual({
    to: 'ada@example.org',
    subject: 'Your live credits are used up',
    text: `No live credit is left. Calls are answered 402 until new ones come.\n\n${link}${once}`,
  });
});

test('the letter on expiry names the day, UTC', () => {
  expect(mail('expiry', 3)).toEqual({
    to: 'ada@example.org',
    subject: 'Your live credits expire on 2050-01-31',
    text: `You have 3 credits in your live wallet, which expire on 2050-01-31 (UTC). New ones renew those that are left.\n\n${link}${once}`,
  });
});

test.each([
  [0, '0 credits'],
  [1, '1 credit'],
  [2, '2 credits'],
])('%d left is %s', (balance, words) => {
  expect(mail('expiry', balance).text).toContain(`You have ${words} in`);
});

test('where no address of the dashboard is known there is no link', () => {
  expect(mail('used-up', 0, null).text).toBe(
    `No live credit is left. Calls are answered 402 until new ones come.\n\n${once}`,
  );
});
