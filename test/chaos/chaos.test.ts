/** What `npm run chaos` does for an hour: at a push one short round in which each part is killed once, deep ten minutes of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parts } from '../../testing/chaos/parts.ts';
import { describe as inWords, type Report } from '../../testing/chaos/report.ts';
import { type RunPlan, runChaos } from '../../testing/chaos/run.ts';
import { Stand } from '../../testing/chaos/stand.ts';
import { deep } from '../../testing/depth.ts';
import { missing } from '../../testing/needs.ts';
import { describeWith } from '../run/describe-with.ts';

/** Another one at each run; a failure prints it, and CHAOS_SEED repeats it. */
const seed = process.env.CHAOS_SEED ?? String(Math.floor(Math.random() * 1e9));
/** Of the deep level. */
const minutes = Number(process.env.CHAOS_MINUTES ?? 10);

describeWith(missing('linux'), `chaos, seed ${seed}`, () => {
  let stand: Stand;
  beforeAll(() => {
    stand = new Stand();
  });
  afterAll(() => stand.remove());

  /** Attacks, and expects that no promise was broken while each part was killed. No bound on time decides. */
  async function expectNothingBroken(plan: Pick<RunPlan, 'minutes' | 'clients' | 'inOrder'>): Promise<Report> {
    const say = (line: string) => console.log(line);
    const patience = Number.POSITIVE_INFINITY;
    const report = await runChaos(stand, { ...plan, seed, realMinutes: 0, kill: parts, patience, say });
    console.log(inWords(report));
    expect(report.violations).toEqual([]);
    for (const part of parts) expect(report.kills[part].killed, part).toBeGreaterThan(0);
    // Otherwise nothing was attacked, or nothing counted.
    expect(report.calls.all).toBeGreaterThan(50);
    expect(report.credits.whole).toBeGreaterThan(0);
    expect(report.credits.charged).toBeGreaterThan(0);
    expect({ leaked: report.leakedBytes, wronglyComplete: report.wronglyComplete }).toEqual({
      leaked: 0,
      wronglyComplete: 0,
    });
    return report;
  }

  if (deep) {
    test('minutes of clients that leave and parts that die break no promise', {
      timeout: (minutes + 10) * 60_000,
    }, async () => {
      await expectNothingBroken({ minutes, clients: 12, inOrder: false });
    });
  } else {
    test('clients that leave while each part dies once break no promise', { timeout: 600_000 }, async () => {
      const { kills } = await expectNothingBroken({ minutes: 0, clients: 4, inOrder: true });
      expect(parts.map((part) => kills[part].killed)).toEqual(parts.map(() => 1));
    });
  }
});
