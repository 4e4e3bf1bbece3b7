/** For how long, and of how many networks, it is known that a sign-in failed. */
import { expect, test } from 'vitest';
import { FailedTries, networkOfVisitor } from './failed-tries.ts';

test('a network is remembered for 15 minutes after its last failed try', () => {
  let nowMs = 1_000_000;
  const tries = new FailedTries(() => nowMs);
  expect(tries.has('192.0.2.1/32')).toBe(false);
  tries.note('192.0.2.1/32');
  nowMs += 600_000;
  tries.note('192.0.2.1/32');
  nowMs += 899_999;
  expect([tries.has('192.0.2.1/32'), tries.has('192.0.2.2/32')]).toEqual([true, false]);
  nowMs += 1;
  expect(tries.has('192.0.2.1/32')).toBe(false);
});

test('of more than a thousand the oldest are forgotten', () => {
  const tries = new FailedTries(() => 0);
  for (let network = 0; network < 1001; network++) tries.note(`${network}`);
  tries.note('1');
  tries.note('1001');
  expect(['0', '1', '2', '3'].map((network) => tries.has(network))).toEqual([false, true, false, true]);
});

test('of visitors who share one address nothing is remembered', () => {
  const tries = new FailedTries(() => 0);
  tries.note(null);
  expect(tries.has(null)).toBe(false);
  const request = new Request('https://a.example/', { headers: { 'X-Real-IP': '192.0.2.7' } });
  expect(networkOfVisitor(request, { trustedAddressHeader: undefined })).toBeNull();
  expect(networkOfVisitor(request, { trustedAddressHeader: 'X-Real-IP' })).toBe('192.0.2.7/32');
});
