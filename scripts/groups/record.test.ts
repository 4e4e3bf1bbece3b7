import { expect, test } from 'vitest';
import { type GreenRecord, readRecord, writeRecord } from './record.ts';

const record: GreenRecord = {
  key: 'aa',
  commit: 'bb',
  date: '2026-11-28',
  machine: '2 cores, Some Processor',
  tests: 3,
  cpuSeconds: 12.5,
};

test('what is written is read again', () => {
  expect(readRecord(writeRecord(record))).toEqual(record);
});

test.each(['', 'key\tcommit\n', writeRecord(record).split('\n')[0], writeRecord(record).replace('cpu', 'gpu')])(
  'no record: %j',
  (text) => {
    expect(readRecord(text)).toBeNull();
  },
);
