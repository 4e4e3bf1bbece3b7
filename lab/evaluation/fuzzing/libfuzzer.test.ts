/** What is kept of the lines that libFuzzer and the fuzz target print. */
import { expect, it } from 'vitest';
import { added, type Totals } from './libfuzzer.ts';

const before: Totals = { inputs: 1000, edges: 300, corpusFiles: 20, slowestMs: 90, rowsBytes: 400, wholeBytes: 0 };

it('adds up what was tried and keeps the most of the rest', () => {
  const printed = `#30\tINITED cov: 280 ft: 900 corp: 20/8Kb exec/s: 0 rss: 32Mb
#530\tDONE   cov: 310 ft: 990 corp: 25/9Kb lim: 16384 exec/s: 100 rss: 60Mb
totals: inputs 530 opened 500 reads 900 memory-by-rows 300 memory-whole 700 slowest-ms 80
stat::number_of_executed_units: 530`;
  expect(added(before, printed, 25)).toEqual({
    inputs: 1500,
    edges: 310,
    corpusFiles: 25,
    slowestMs: 90,
    rowsBytes: 400,
    wholeBytes: 700,
  });
});

it('says what a target printed that did not start', () => {
  expect(() => added(before, 'cannot open shared object', 20)).toThrow('cannot open shared object');
});
