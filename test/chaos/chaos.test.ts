/** What `npm run chaos` does for an hour, for two minutes; and clients that reset, one after the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parts } from '../../evaluation/chaos/parts.ts';
import { describe as inWords } from '../../evaluation/chaos/report.ts';
import { runResets } from '../../evaluation/chaos/resets.ts';
import { runChaos } from '../../evaluation/chaos/run.ts';
import type { ChaosService } from '../../evaluation/chaos/service.ts';
import { Stand } from '../../evaluation/chaos/stand.ts';
import { missing } from '../../testing/needs.ts';
import { describeWith } from '../run/describe-with.ts';

/** Another one at each run; a failure prints it, and CHAOS_SEED repeats it. */
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1e9));

describeWith(missing('linux'), `chaos, seed ${seed}`, () => {
  let stand: Stand;
  beforeAll(() => {
    stand = new Stand();
  });
  afterAll(() => stand.remove());

  test('two minutes of clients that leave and parts that die break no promise', { timeout: 600_000 }, async () => {
    const say = (line: string) => console.log(line);
    // Bounds on time are for the command: here they only end what hangs.
    const patience = 4;
    const report = await runChaos(stand, { seed, minutes: 2, realMinutes: 0, clients: 12, kill: parts, patience, say });
    console.log(inWords(report));
    expect(report.violations).toEqual([]);
    // Otherwise nothing was attacked.
    expect(report.calls.all).toBeGreaterThan(50);
    for (const part of parts) expect(report.kills[part].killed, part).toBeGreaterThan(0);
  });
});

describe(`clients that reset, seed ${seed}`, () => {
  let stand: Stand;
  let service: ChaosService;
  beforeAll(async () => {
    stand = new Stand();
    service = await stand.start(false);
  });
  afterAll(async () => {
    await service.stop();
    stand.remove();
  });

  test('200 of them take nothing from the 200 polite calls after them', { timeout: 600_000 }, async () => {
    const plan = { seed, resets: 200, politeCalls: 200, pauseMs: 15_000 };
    const { violations, calls } = await runResets(service, plan);
    expect(violations).toEqual([]);
    expect(calls.filter(({ status, ending }) => status === 200 && ending === 'whole').length).toBeGreaterThanOrEqual(
      200,
    );
  });
});
