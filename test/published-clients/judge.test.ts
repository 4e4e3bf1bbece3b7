/** The table cannot pass what did not come, and says nothing of what a client cannot say. */
import { expect, test } from 'vitest';

import { clients } from './clients.ts';
import { caseCalled, faultsOf, type Got } from './judge.ts';
import { canSay } from './says.ts';

const shown = { format: 'png', size: [120, 80], channels: 4, corner: [0, 0, 0], range: [0, 255], digest: 'a' };
const good: Got = { status: 200, file: 'out/1', type: 'car', charged: '1', shown };
const plain = caseCalled('PNG');
const reference = { PNG: good };

test('a good picture passes', () => {
  expect(faultsOf(plain, { PNG: good }, reference)).toEqual([]);
});

test.each<[string, Got | undefined, string]>([
  ['what was not run', undefined, 'it was not run'],
  ['a refusal', { status: 500, shown: null }, 'no picture'],
  ['another format', { ...good, shown: { ...shown, format: 'jpeg' } }, 'format: jpeg'],
  ['another size', { ...good, shown: { ...shown, size: [120, 81] } }, 'size: 120,81'],
  ['no alpha', { ...good, shown: { ...shown, channels: 3 } }, 'channels: 3'],
  ['an empty matte', { ...good, shown: { ...shown, range: [0, 0] } }, 'alpha: 0,0'],
  ['another picture', { ...good, shown: { ...shown, digest: 'b' } }, 'not the picture that curl gets'],
  ['another price', { ...good, charged: '2' }, 'charged: 2'],
  ['another type', { ...good, type: 'graphic' }, 'type: graphic'],
])('%s does not', (_what, got, fault) => {
  const faults = faultsOf(plain, got ? { PNG: got } : {}, reference);
  expect(faults.join()).toContain(fault);
});

test.each<[string, string, Got, string]>([
  ['no effect', 'type=car', { ...good, type: 'car' }, 'the same as PNG'],
  ['another colour', 'bg_color=81d4fa77', good, 'corner: 0,0,0'],
  ['a picture for a refusal', '402: no credits', good, 'status: 200'],
  ['another code', '402: no credits', { code: 'auth_failed', shown: null }, 'code: auth_failed'],
  ['nothing at all', '402: no credits', { shown: null }, 'it was not refused'],
  ['another balance', 'what is left', { credits: 6, shown: null }, 'credits: 6'],
])('%s does not', (_what, name, got, fault) => {
  expect(faultsOf(caseCalled(name), { [name]: got }, { PNG: good, [name]: got })).toContain(fault);
});

test.each([
  // It always sends `format=png` and `type=auto`.
  ['removebg-cli', 'bg_color=81d4fa', false],
  ['removebg-cli', 'bg_color=green, as PNG', true],
  ['removebg-cli', 'type=person', false],
  // Its `size` is never that of the API.
  ['removebg-cli', 'no other field', false],
  ['removebg', 'no other field', true],
  ['removebg', 'crop', false],
  ['remove.bg', 'format=webp', false],
  ['remove.bg', 'Accept: application/json', true],
  ['remove-bg-api', 'Accept: application/json', false],
  ['remove-bg-api', 'a background as a file', false],
])('%s and %s: %s', (name, what, says) => {
  const client = clients.find((each) => each.name === name);
  expect(client && canSay(client.says, caseCalled(what))).toBe(says);
});
