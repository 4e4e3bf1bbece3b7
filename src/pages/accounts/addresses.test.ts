import { describe, expect, test } from 'vitest';
import { isAddressTaken, mailboxOf, normalEmail } from './addresses.ts';

describe('the mailbox of an address', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    [' Ada@Example.org ', 'ada@example.org'],
    ['ada+shop@example.org', 'ada@example.org'],
    ['ada+shop+more@example.org', 'ada@example.org'],
    ['a.d.a@example.org', 'a.d.a@example.org'],
    ['a.d.a+shop@gmail.com', 'ada@gmail.com'],
    ['A.da@GoogleMail.com', 'ada@gmail.com'],
    ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
    ['a.d.a@notgmail.com', 'a.d.a@notgmail.com'],
    ['@googlemail.com', '@gmail.com'],
    // What is counted may be the id of an account.
    ['Some-Id.of+an', 'some-id.of+an'],
  ])('of %s is %s', (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  test('is not what one signs in with', () => {
    expect(normalEmail(' A.da+shop@Gmail.com')).toBe('a.da+shop@gmail.com');
  });
});

test('an address counts as used only by the error of the table of accounts', () => {
  const failed = (column: string) => new Error(`D1_ERROR: UNIQUE constraint failed: ${column}: SQLITE_CONSTRAINT`);
  expect(isAddressTaken(failed('accounts.email'))).toBe(true);
  for (const other of [failed('sessions.token'), new Error('out of reach'), failed('accounts.email').message, null]) {
    expect(isAddressTaken(other)).toBe(false);
  }
});
