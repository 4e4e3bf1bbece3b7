import { expect, test } from 'vitest';
import { Strangers } from './strangers.ts';

const minuteMs = 60_000;
const stranger = { network: '192.0.2.1', status: 401, errorCode: 'INVALID_API_KEY' };

test('a network has a line at its first refusal, and then one a minute with the count of those since', () => {
  const strangers = new Strangers();
  expect(strangers.add(stranger, 0)).toBe(1);
  for (let at = 1; at < 1000; at++) expect(strangers.add(stranger, at)).toBe(0);
  expect(strangers.add(stranger, minuteMs - 1)).toBe(0);
  expect(strangers.add(stranger, minuteMs)).toBe(1001);
  expect(strangers.add(stranger, minuteMs + 1)).toBe(0);
});

test('networks, and refusals of one network, count apart', () => {
  const strangers = new Strangers();
  const others = [
    { ...stranger, network: '192.0.2.2' },
    { ...stranger, status: 404, errorCode: 'NOT_FOUND' },
  ];
  for (const each of [stranger, ...others]) expect(strangers.add(each, 0)).toBe(1);
});

test('what was counted is due after a minute although that network does not come again, once', () => {
  const strangers = new Strangers();
  strangers.add(stranger, 0);
  strangers.add(stranger, 1);
  strangers.add(stranger, 2);
  expect(strangers.due(minuteMs - 1)).toEqual([]);
  expect(strangers.due(minuteMs)).toEqual([[stranger, 2]]);
  expect(strangers.due(minuteMs)).toEqual([]);
  // Another line within the minute would be one too many.
  expect(strangers.add(stranger, minuteMs + 1)).toBe(0);
  expect(strangers.due(2 * minuteMs)).toEqual([[stranger, 1]]);
});

test('no refusal is lost or counted twice, in whatever order they come', () => {
  const strangers = new Strangers();
  let lined = 0;
  for (let at = 0; at < 5000; at++) {
    lined += strangers.add({ ...stranger, network: `192.0.2.${at % 7}` }, at * 97);
    if (at % 50 === 0) for (const [, calls] of strangers.due(at * 97)) lined += calls;
  }
  for (const [, calls] of strangers.due(5000 * 97 + minuteMs)) lined += calls;
  expect(lined).toBe(5000);
});

test('a thousand networks have a place; all others are counted together', () => {
  const strangers = new Strangers();
  const from = (network: number) => ({ ...stranger, network: `n${network}` });
  for (let network = 0; network < 1000; network++) expect(strangers.add(from(network), 0)).toBe(1);
  const counted = Array.from({ length: 500 }, (_, each) => strangers.add(from(1000 + each), 0));
  expect(counted).toEqual([1, ...Array.from({ length: 499 }, () => 0)]);
  const due = strangers.due(minuteMs);
  expect(due).toEqual([[{ ...stranger, network: null }, 499]]);
  // Those that were quiet have left their places.
  strangers.due(2 * minuteMs);
  expect(strangers.add(from(2000), 2 * minuteMs)).toBe(1);
});
