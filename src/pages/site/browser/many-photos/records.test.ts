import { describe, expect, it } from 'vitest';
import { isIdempotencyKey } from '../../../../contract/idempotency.ts';
import { keyFor, openRecords, type PhotoRecord } from './records.ts';

const hourMs = 3_600_000;
const record: PhotoRecord = {
  id: 'a',
  key: 'earlier-key',
  sentAtMs: 1_000_000,
  stage: 'sent',
  needsReview: false,
  thumbnail: null,
};

describe('the key of a photo', () => {
  it('is drawn anew for each, and may be sent', () => {
    const [one, other] = [keyFor(null, 5), keyFor(null, 5)];
    expect(isIdempotencyKey(one.key)).toBe(true);
    expect(one.key).not.toBe(other.key);
    expect(one.sentAtMs).toBe(5);
  });

  it('stays for 24 hours after it was first sent', () => {
    const last = record.sentAtMs + 24 * hourMs;
    expect(keyFor(record, last - 1)).toEqual({ key: 'earlier-key', sentAtMs: record.sentAtMs });
    expect(keyFor(record, last).key).not.toBe('earlier-key');
    expect(keyFor(record, last).sentAtMs).toBe(last);
  });
});

it('a browser that stores nothing remembers while the page is open', async () => {
  const records = await openRecords();
  expect(await records.get('a')).toBeNull();
  await records.put(record);
  expect(await records.get('a')).toEqual(record);
  await records.forget('a');
  expect(await records.get('a')).toBeNull();
});
