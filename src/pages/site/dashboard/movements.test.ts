import { expect, test } from 'vitest';
import type { OwnMovement } from '../../accounts/own-credits.ts';
import { movementsCsv, wordOf } from './movements.ts';

const movement: OwnMovement = {
  sequence: 1,
  atMs: Date.UTC(2026, 10, 23, 1, 2, 3),
  kind: 'charge',
  amount: -1,
  keyId: 'key_1',
  requestId: 'request-1',
  reference: null,
  missing: 0,
  balanceAfter: 49,
  keyName: 'Shop',
};
const head = 'time_utc,movement,credits,balance,key,request_or_reference\r\n';

async function csvOf(...movements: Partial<OwnMovement>[]): Promise<string> {
  async function* all() {
    for (const each of movements) yield { ...movement, ...each };
  }
  return new Response(movementsCsv(all())).text();
}

test('a file has a line for each movement', async () => {
  expect(await csvOf()).toBe(head);
  expect(await csvOf({})).toBe(`${head}2026-11-23 01:02:03,Call,-1,49,Shop,request-1\r\n`);
  expect((await csvOf(...Array<object>(5000).fill({}))).split('\r\n')).toHaveLength(5002);
});

test.each([
  ['a, b', '"a, b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@x', "'@x"],
  ['two\nlines', '"two\nlines"'],
])('a key named %s stands as %s', async (keyName, cell) => {
  expect(await csvOf({ keyName })).toBe(`${head}2026-11-23 01:02:03,Call,-1,49,${cell},request-1\r\n`);
});

test('credits of a sign-up are called so, without the HMAC that names them', async () => {
  const grant = { kind: 'grant', amount: 50, requestId: null, keyName: null, reference: 'sign-up:abc' } as const;
  expect(await csvOf(grant)).toBe(`${head}2026-11-23 01:02:03,Sign-up credits,50,49,,\r\n`);
  expect(wordOf({ ...grant, reference: 'order-7' })).toBe('Credits added');
  expect(wordOf({ ...grant, amount: 0, reference: null })).toBe('Wallet opened');
  expect(wordOf({ ...grant, amount: 1, reference: 'refund:call-1', requestId: 'call-1' })).toBe('Refunded call');
});

test('what is free of charge has a line of its own', async () => {
  const free = { amount: 0, requestId: 'request-2' };
  expect(await csvOf({ ...free, kind: 'edit' }, { ...free, kind: 'repeat' })).toBe(
    `${head}2026-11-23 01:02:03,Edited call,0,49,Shop,request-2\r\n2026-11-23 01:02:03,Repeated call,0,49,Shop,request-2\r\n`,
  );
});
