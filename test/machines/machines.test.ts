/** Docs/two-machines.md, command by command: see the README of this folder. */
import { beforeAll, expect, test } from 'vitest';
import { missingNamespaces, runInNamespace } from '../namespace.ts';
import { describeWith } from '../run/describe-with.ts';
import type { Ended, Report } from './inside.ts';

describeWith(missingNamespaces, 'three machines', () => {
  let report: Report;

  beforeAll(async () => {
    report = (await runInNamespace('test/machines/inside.ts')) as Report;
  }, 540_000);

  /** What a start said beside npm. */
  const lines = ({ text }: Ended) => text.split('\n').filter((line) => line !== '' && !line.startsWith('>'));

  test('a start without a token, with nobody there, or with another token ends with one line', () => {
    const { withoutToken, nobodyThere, wrongToken } = report.refused;
    const none = 'No inference service can be used: http://10.0.0';
    expect(lines(withoutToken)).toEqual(['INFERENCE_URL needs INFERENCE_TOKEN, that of the services there']);
    expect(lines(nobodyThere)).toEqual([
      `${none}.2:8788 cannot be reached (ECONNREFUSED), http://10.0.0.3:8788 cannot be reached (ECONNREFUSED); see npm run inference -- --help`,
    ]);
    expect(lines(wrongToken)).toEqual([
      `${none}.2:8788 refuses INFERENCE_TOKEN, http://10.0.0.3:8788 cannot be reached (ECONNREFUSED); see npm run inference -- --help`,
    ]);
    for (const { status } of [withoutToken, nobodyThere, wrongToken]) expect(status).toBe(1);
  });

  test('a start goes on with one of two, and says so', () => {
    const { started } = report;
    expect(started).toContain(
      'http://10.0.0.3:8788 cannot be reached (ECONNREFUSED); it gets calls once it is ready\n',
    );
    expect(started).toContain('Networks run at http://10.0.0.2:8788, http://10.0.0.3:8788\n');
    expect(started).toMatch(/^Edgematte is ready at/m);
  });

  test('it runs and prepares no networks itself', () => {
    expect(report.ownInference).toBe(0);
    expect(report.weights).toEqual([]);
  });

  test('both machines answer calls', () => {
    expect(new Set(report.calls.both)).toEqual(new Set([200]));
    expect(Math.min(...report.runs.both)).toBeGreaterThan(0);
  });

  test('a machine that is killed costs at most one 503, and calls go on', () => {
    const { killed } = report.calls;
    const failed = killed.filter((status) => status !== 200);
    expect(failed.length).toBeLessThanOrEqual(1);
    for (const status of failed) expect(status).toBe(503);
    // Calls that came after it.
    expect(killed.slice(2).filter((status) => status === 200).length).toBeGreaterThanOrEqual(9);
  });

  test('started again it gets calls, and each picture was paid for once', () => {
    const { calls, runs, spent } = report;
    expect(calls.back.filter((status) => status !== 200)).toEqual([]);
    expect(runs.back[1]).toBeGreaterThan(0);
    const good = Object.values(calls)
      .flat()
      .filter((status) => status === 200);
    expect(spent).toBe(good.length);
  });
});
