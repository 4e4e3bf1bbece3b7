/**
 * The inference service alone: a client that sends ready tensors, against a bare loop of the same runs in the same runtime
 * with the same threads. Both take turns, so that a disturbed moment hits both.
 */
import { Agent, request } from 'node:http';
import { modelSettings } from '../../../../src/inference/models/settings.ts';
import { buildInference } from '../../../../src/local/build-inference.ts';
import { startInferenceProcess } from '../../../../src/local/inference-process.ts';
import type { ByteTensor, Networks } from '../../../../src/pixels/pipeline/networks/networks.ts';
import { createNetworksClient } from '../../../../src/wire/protocol/client.ts';
import { messageHeaders } from '../../../../src/wire/protocol/frame.ts';
import { encodeInferRequest } from '../../../../src/wire/protocol/message.ts';
import { median } from '../../../../testing/percentiles.ts';
import { openBareRuns } from '../bare-runs.ts';
import { benchPhoto, pixelsOf } from '../photos.ts';
import { secondsOfDescendants } from '../processes.ts';

/** A long run, and a short one beside which a call's own cost shows; runs of each in a turn. */
const networks = [
  { name: 'isnet-general', runs: 3 },
  { name: 'image-type', runs: 40 },
] as const;
/** Calls at once that keep the tier busy: one runs while the next one is read. */
const busy = 2;
const patienceMs = 60_000;
const token = 'tier-bench-secret';

/** One network, medians over the rounds. */
export interface TierCost {
  readonly network: string;
  /** Milliseconds of a bare run, and of a call where no other one is under way. */
  readonly bareMs: number;
  readonly callMs: number;
  /** Runs a second of the loop, and of the tier with two calls at once. */
  readonly bareRate: number;
  readonly tierRate: number;
  /** Processor seconds of a run. The client's own are not among the tier's. */
  readonly bareCpuSeconds: number;
  readonly tierCpuSeconds: number;
}

/** Measures after one round of warm-up. */
export async function measureTier(rounds: number): Promise<readonly TierCost[]> {
  await buildInference();
  const settings = modelSettings(process.env);
  const photo = await benchPhoto('coffee', 1);
  const runBare = await openBareRuns(settings, photo);
  const service = await startInferenceProcess({
    INFERENCE_PORT: '0',
    INFERENCE_TOKEN: token,
    MODELS_DIR: settings.modelsDirectory,
    MODELS_MANIFEST: settings.manifestPath,
  });
  try {
    const baseUrl = `http://127.0.0.1:${service.port}`;
    const costs: TierCost[] = [];
    for (const { name, runs } of networks) {
      const deadlineMs = Date.now() + patienceMs;
      const client = createNetworksClient({ fetch: globalThis.fetch, baseUrl, token, deadlineMs });
      const call = readyCall(baseUrl, name, await inputOf(client, name, photo));
      const taken: Turn[] = [];
      for (let round = 0; round <= rounds; round++) {
        const turn = await takeTurn(() => runBare(name, 1), call, runs);
        if (round > 0) taken.push(turn);
        process.stderr.write(`${name}: round ${round} of ${rounds}\n`);
      }
      costs.push(costOf(name, runs, taken));
    }
    return costs;
  } finally {
    await service.stop();
  }
}

/** The photo as a network sees it. */
async function inputOf(client: Networks, network: string, photo: Buffer): Promise<ByteTensor> {
  const [{ name, shape }] = (await client.describe(network)).inputs;
  const [, height, width, channels] = shape;
  const data = await pixelsOf(photo, width, height, channels);
  return { name, datatype: 'UINT8', shape: [1, height, width, channels], data };
}

/**
 * A client that writes bytes which are ready and throws the answer away. It shares the processor with the tier, so what it
 * takes itself would be booked as the tier's: `fetch` takes 20 ms of it for such a call, this 5.
 */
function readyCall(baseUrl: string, network: string, input: ByteTensor): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: busy });
  const message = encodeInferRequest({ inputs: [input], binaryOutput: true });
  const headers = {
    ...messageHeaders(message),
    Authorization: `Bearer ${token}`,
    'Content-Length': message.body.byteLength,
  };
  return () =>
    new Promise((resolve, reject) => {
      const call = request(`${baseUrl}/v2/models/${network}/infer`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${network} was answered with ${answer.statusCode}`));
        });
      });
      call.once('error', reject);
      call.end(message.body);
    });
}

interface Turn {
  readonly bare: { readonly ms: number; readonly cpuSeconds: number };
  readonly oneByOneMs: number;
  readonly atOnce: { readonly ms: number; readonly cpuSeconds: number };
}

/** So many bare runs, as many calls one by one, and as many at once. */
async function takeTurn(
  runBare: () => Promise<{ readonly ms: number; readonly cpuSeconds: number }>,
  call: () => Promise<unknown>,
  runs: number,
): Promise<Turn> {
  const bare = { ms: 0, cpuSeconds: 0 };
  for (let run = 0; run < runs; run++) {
    const { ms, cpuSeconds } = await runBare();
    bare.ms += ms;
    bare.cpuSeconds += cpuSeconds;
  }
  const oneByOneFrom = performance.now();
  for (let run = 0; run < runs; run++) await call();
  const oneByOneMs = performance.now() - oneByOneFrom;
  const [fromMs, cpuBefore] = [performance.now(), secondsOfDescendants()];
  let left = runs * busy;
  const client = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: busy }, client));
  const atOnce = { ms: performance.now() - fromMs, cpuSeconds: secondsOfDescendants() - cpuBefore };
  return { bare, oneByOneMs, atOnce };
}

function costOf(network: string, runs: number, turns: readonly Turn[]): TierCost {
  const middle = (pick: (turn: Turn) => number) => median(turns.map(pick));
  return {
    network,
    bareMs: middle(({ bare }) => bare.ms / runs),
    callMs: middle(({ oneByOneMs }) => oneByOneMs / runs),
    bareRate: middle(({ bare }) => (runs * 1000) / bare.ms),
    tierRate: middle(({ atOnce }) => (runs * busy * 1000) / atOnce.ms),
    bareCpuSeconds: middle(({ bare }) => bare.cpuSeconds / runs),
    tierCpuSeconds: middle(({ atOnce }) => atOnce.cpuSeconds / (runs * busy)),
  };
}
