/**
 * What counting an answer adds to it: two edges on this machine, one with the queue of usage and one without, asked for the
 * balance in pairs. That is the shortest call there is, admitted by its ledger like any other; counting is the same for all.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWorkers } from '../../../../src/local/build.ts';
import { startWorkersProcess } from '../../../../src/local/workers-process.ts';
import { median } from '../../../../testing/percentiles.ts';

const secret = 'usage-bench-secret';
/** Pairs in a round. */
const pairs = 200;
const warmUp = 100;

/** Milliseconds of one way to call. */
export interface UsageCost {
  /** Calls at once. */
  readonly atOnce: number;
  readonly pairs: number;
  readonly withoutMs: number;
  readonly withMs: number;
  /** Median of the differences within pairs, and their median distance from it. */
  readonly addedMs: number;
  readonly distanceMs: number;
}

/** Measures after a warm-up: one call at a time, and eight at once. */
export async function measureUsage(rounds: number): Promise<UsageCost[]> {
  await buildWorkers();
  const [counting, plain] = await Promise.all([startEdge(true), startEdge(false)]);
  try {
    const costs: UsageCost[] = [];
    for (const atOnce of [1, 8]) {
      for (let call = 0; call < warmUp; call++) {
        await burst(counting, atOnce);
        await burst(plain, atOnce);
      }
      const taken = { with: [] as number[], without: [] as number[] };
      for (let pair = 0; pair < rounds * pairs; pair++) {
        // In turns also which one is first: the second finds warmer caches.
        const first = pair % 2 === 0;
        if (first) taken.with.push(await burst(counting, atOnce));
        taken.without.push(await burst(plain, atOnce));
        if (!first) taken.with.push(await burst(counting, atOnce));
      }
      const differences = taken.with.map((ms, pair) => ms - taken.without[pair]);
      const addedMs = median(differences);
      const distanceMs = median(differences.map((each) => Math.abs(each - addedMs)));
      const [withMs, withoutMs] = [median(taken.with), median(taken.without)];
      costs.push({ atOnce, pairs: rounds * pairs, withoutMs, withMs, addedMs, distanceMs });
      process.stderr.write(`${atOnce} at once: ${addedMs.toFixed(3)} ms\n`);
    }
    return costs;
  } finally {
    await Promise.all([counting.stop(), plain.stop()]);
  }
}

interface Edge {
  readonly base: string;
  readonly key: string;
  readonly agent: http.Agent;
  stop(): Promise<void>;
}

async function startEdge(countsUsage: boolean): Promise<Edge> {
  const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-usage-'));
  const { base, stop } = await startWorkersProcess({
    port: 0,
    stateDirectory: directory,
    edgeVariables: { KEY_HASH_SECRET: secret, ADMIN_TOKEN: secret },
    gatewayVariables: { INFERENCE_TOKEN: secret },
    countsUsage,
  });
  const created = await fetch(`${base}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'test', credits: 1, rate_per_minute: 100_000 }),
  });
  const { key } = (await created.json()) as { key: string };
  const agent = new http.Agent({ keepAlive: true });
  return {
    ...{ base, key, agent },
    async stop() {
      agent.destroy();
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Milliseconds until the last of some calls at once is answered. */
async function burst(edge: Edge, atOnce: number): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: atOnce }, () => ask(edge)));
  return performance.now() - startedAt;
}

function ask({ base, key, agent }: Edge): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(`${base}/available-credit`, { agent, headers: { 'X-API-Key': key } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The edge answered ${answer.statusCode}`));
      answer.resume().once('end', resolve);
    });
    request.once('error', reject);
  });
}
