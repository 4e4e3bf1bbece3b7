/** What is wrong with a call, and what is not. */
import { describe, expect, test } from 'vitest';
import type { CallRecord } from './client.ts';
import { wholeCall as whole } from './example-call.ts';
import { callFaults, cutFault } from './faults.ts';
import type { Kill } from './killer.ts';

const promisesOf = (record: CallRecord) => callFaults(record, [200, 503]).map(({ promised }) => promised);

describe('a call by itself', () => {
  test('is without fault when it is answered as the contract says, cut or left', () => {
    expect(promisesOf(whole)).toEqual([]);
    expect(promisesOf({ ...whole, status: 503 })).toEqual([]);
    expect(promisesOf({ ...whole, ending: 'left', status: null })).toEqual([]);
    expect(promisesOf({ ...whole, ending: 'broken' })).toEqual([]);
  });
  test('breaks a promise when it ends as a whole one and is not, has another status, hangs or comes late', () => {
    expect(promisesOf({ ...whole, fault: 'a PNG cut at byte 9' })).toEqual(['answer']);
    expect(promisesOf({ ...whole, status: 500 })).toEqual(['status']);
    expect(promisesOf({ ...whole, ending: 'hung', status: null })).toEqual(['time']);
    expect(promisesOf({ ...whole, answerMs: 75_001 })).toEqual(['time']);
  });
});

describe('a broken connection', () => {
  const kill = (part: Kill['part'], atMs: number, backAtMs: number): Kill => {
    return { part, how: 'killed', atMs, backAtMs, readyMs: backAtMs - atMs };
  };
  const broken: CallRecord = { ...whole, ending: 'broken' };
  const unanswered: CallRecord = { ...whole, ending: 'unanswered', status: null };

  test('needs a kill while the call was in work', () => {
    expect(cutFault(broken, [])).not.toBeNull();
    expect(cutFault(broken, [kill('lane', 10_200, 12_000)])).toBeNull();
    expect(cutFault(broken, [kill('lane', 8000, 10_100)])).toBeNull();
    expect(cutFault(broken, [kill('lane', 8000, 9999), kill('lane', 10_501, 12_000)])).not.toBeNull();
  });
  test('without a status line needs one of workerd', () => {
    expect(cutFault(unanswered, [kill('inference', 10_200, 12_000)])).not.toBeNull();
    expect(cutFault(unanswered, [kill('workerd', 10_200, 12_000)])).toBeNull();
  });
  test('during an upload that pauses needs none', () => {
    expect(cutFault({ ...unanswered, uploaded: false, manner: 'slow' }, [])).toBeNull();
    expect(cutFault({ ...unanswered, uploaded: false }, [])).not.toBeNull();
  });
  test('whole and left calls have nothing to explain', () => {
    expect(cutFault(whole, [])).toBeNull();
    expect(cutFault({ ...broken, ending: 'left' }, [])).toBeNull();
  });
});
