/** The service speaks to nobody: no name is looked up, no other machine is tried, and nothing is written where nobody asked for it. */
import { beforeAll, expect, test } from 'vitest';
import { missingNamespaces, runInNamespace } from '../namespace.ts';
import { describeWith } from '../run/describe-with.ts';
import type { QuietReport } from './quiet-network.ts';

describeWith(missingNamespaces, 'from start to a cutout and a car, in a network of its own', () => {
  let report: QuietReport;

  beforeAll(async () => {
    report = (await runInNamespace('test/privacy/quiet-network.ts')) as QuietReport;
  }, 300_000);

  test('no name is looked up and no other machine is tried', () => {
    expect(report.statuses).toEqual([200, 200]);
    expect([report.lookedUp, report.outward]).toEqual([[], 0]);
  });

  test('nothing is written below HOME, nor in folders of the system', () => {
    expect(report.written).toEqual([]);
  });

  test('a look-up and a try would have been seen', () => {
    expect(new Set(report.proof.lookedUp)).toEqual(new Set(['proof.example']));
    expect(report.proof.outward).toBeGreaterThan(0);
  });
});
