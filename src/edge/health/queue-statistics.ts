/** The state of the networks' queue, by the statistics extension of the Open Inference Protocol, which Triton has as well. */
import { z } from 'zod';

const patienceMs = 2000;
/** Longest average wait that counts as well. */
const wellMs = 1000;

const duration = z.object({ count: z.number(), ns: z.number() });
const statistics = z.object({
  model_stats: z.array(
    z.object({ inference_stats: z.object({ success: duration, fail: duration, queue: duration }).optional() }),
  ),
});

/** The queue in words, for operators. */
export interface QueueReport {
  readonly state: string;
  readonly isWell: boolean;
}

/** Reads the counters of inference since its start. Never throws. */
export async function queueState({ INFERENCE }: { readonly INFERENCE: Pick<Fetcher, 'fetch'> }): Promise<QueueReport> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await INFERENCE.fetch('http://inference/v2/models/stats', { signal });
    const { model_stats } = statistics.parse(await answer.json());
    const models = model_stats.flatMap(({ inference_stats }) => inference_stats ?? []);
    const sum = (of: (model: (typeof models)[number]) => number) =>
      models.reduce((total, model) => total + of(model), 0);
    const [asked, failed] = [sum(({ success }) => success.count), sum(({ fail }) => fail.count)];
    if (asked + failed === 0) return { state: 'empty; no calls since the start', isWell: true };
    const waitMs =
      sum(({ queue }) => queue.ns) /
      Math.max(
        1,
        sum(({ queue }) => queue.count),
      ) /
      1e6;
    const state = `average wait ${waitMs.toFixed(1)} ms; ${asked} calls answered and ${failed} failed since the start`;
    return { state, isWell: waitMs <= wellMs };
  } catch {
    return { state: 'its counters cannot be read', isWell: false };
  }
}
