/** Ledgers that follow the money rules, and each way of breaking one. */
import { describe, expect, test } from 'vitest';
import type { CallRecord } from './client.ts';
import { wholeCall } from './example-call.ts';
import type { SeenEntry } from './keys.ts';
import { type Audit, audit, boundsOf } from './money.ts';

let count = 0;

function call(difference: Partial<CallRecord> = {}): CallRecord {
  count += 1;
  return { ...wholeCall, id: `r${count}`, ...difference };
}

/** A grant of 10 and these entries after it. */
function entries(...later: readonly (readonly [SeenEntry['kind'], number, string])[]): SeenEntry[] {
  let balance = 10;
  const grant: SeenEntry = entry(1, 'grant', 10, null, 10);
  return [
    grant,
    ...later.map(([kind, amount, id], index) => {
      balance += amount;
      return entry(index + 2, kind, amount, id, balance);
    }),
  ];
}

function entry(sequence: number, kind: SeenEntry['kind'], amount: number, id: string | null, after: number) {
  return { sequence, at: '2050-01-01 00:00:00', kind, amount, request_id: id, balance_after: after };
}

const textsOf = ({ faults }: Audit) => faults.map(({ text }) => text);
const charge = ({ id }: CallRecord) => ['charge', -1, id] as const;
const faultsOf = (calls: CallRecord[], charged: readonly CallRecord[], kills: number[] = []) =>
  textsOf(audit(calls, entries(...charged.map(charge)), 10 - charged.length, kills));

describe('what a call may cost', () => {
  test.each([
    ['a whole 200', {}, 1, 1],
    ['a refusal', { status: 503 }, 0, 0],
    ['a cut 200', { ending: 'broken' }, 0, 0],
    ['no answer', { ending: 'unanswered', status: null }, 0, 0],
    ['a departure during the upload', { ending: 'left', uploaded: false, status: null }, 0, 0],
    ['a departure after it', { ending: 'left', status: null }, 0, 1],
    ['a departure in the middle of the answer', { ending: 'left' }, 0, 1],
  ] as const)('%s', (_, difference, least, most) => {
    expect(boundsOf(call(difference), [])).toMatchObject({ least, most });
  });

  test('a call in work when workerd was killed costs one credit or none', () => {
    for (const difference of [{}, { ending: 'broken' }, { ending: 'unanswered', status: null }] as const) {
      expect(boundsOf(call(difference), [10_200])).toMatchObject({ least: 0, most: 1 });
      expect(boundsOf(call(difference), [10_900])).toMatchObject({ least: 0, most: 1 });
    }
    expect(boundsOf(call(), [9_999, 15_501])).toMatchObject({ least: 1, most: 1 });
    expect(boundsOf(call({ status: 503 }), [10_200])).toMatchObject({ least: 0, most: 0 });
  });
});

describe('a key is sound', () => {
  test('with one charge for each whole 200 and none for others', () => {
    const [whole, refused] = [call(), call({ status: 503 })];
    expect(faultsOf([whole, refused], [whole])).toEqual([]);
  });
  test('with a departure charged or not', () => {
    const left = call({ ending: 'left', status: null });
    expect(faultsOf([left], [])).toEqual([]);
    expect(faultsOf([left], [left])).toEqual([]);
  });
});

describe('a key is unsound', () => {
  const [whole, refused] = [call(), call({ status: 503 })];
  test('when a whole 200 was not charged, or twice', () => {
    expect(faultsOf([whole], [])).toEqual([expect.stringContaining('0 charged, expected 1')]);
    expect(faultsOf([whole], [whole, whole]).join()).toContain('charged 2 times');
  });
  test('when one error makes up for another', () => {
    expect(faultsOf([whole, refused], [refused])).toHaveLength(2);
  });
  test('when a call that nobody sent was charged', () => {
    expect(faultsOf([], [whole])).toEqual([expect.stringContaining('which no client sent')]);
  });
  test('when its chain does not add up', () => {
    const broken = entries(['charge', -1, whole.id]).map((one) => ({ ...one, balance_after: 10 }));
    expect(textsOf(audit([whole], broken, 10, []))).toEqual([expect.stringContaining('Entry 2 (charge) says 10')]);
    expect(textsOf(audit([whole], entries(charge(whole)), 8, []))).toEqual([
      expect.stringContaining('The balance is 8'),
    ]);
  });
});

describe('calls of one Idempotency-Key', () => {
  const first = call({ name: 'n', ending: 'left', status: null });
  const second = call({ name: 'n' });
  const busy = call({ name: 'n', status: 409 });

  test('are one purchase, whichever of them was charged', () => {
    expect(faultsOf([first, second, busy], [first])).toEqual([]);
    expect(faultsOf([first, second, busy], [second])).toEqual([]);
    expect(faultsOf([first, busy], [])).toEqual([]);
  });
  test('are not charged twice, and not given away', () => {
    expect(faultsOf([first, second], [first, second])).toEqual([expect.stringContaining('2 charged, expected 1')]);
    expect(faultsOf([first, second], [])).toEqual([expect.stringContaining('0 charged')]);
  });
});

test('the figures of an audit', () => {
  const calls = [call(), call({ ending: 'left' }), call({ ending: 'broken', endedAtMs: 20_000 })];
  const found = audit(calls, entries(...calls.map(charge)), 7, [16_000]);
  expect(found).toEqual({
    faults: [],
    whole: 1,
    charged: 3,
    departedCharged: 1,
    repeats: 0,
    lapses: 0,
    inWorkAtKill: 1,
    inWorkAtKillCharged: 1,
  });
});
