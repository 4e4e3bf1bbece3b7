/** The networks and their queue, by the statistics extension of the Open Inference Protocol, which Triton has as well. */
import * as z from 'zod';

const patienceMs = 2000;
/** Longest average wait that counts as well. */
const wellMs = 1000;

const duration = z.object({ count: z.number(), ns: z.number() });
const counters = z.object({
  success: duration,
  fail: duration,
  queue: duration,
  compute_infer: duration.optional(),
});
const statistics = z.object({
  model_stats: z.array(z.object({ name: z.string(), inference_stats: counters.optional() })),
});
type Counters = z.infer<typeof counters>;

/** How something does, in words for operators. */
export interface StateInWords {
  readonly state: string;
  readonly isWell: boolean;
}

/** The queue of all networks together, and each of them. */
export interface QueueReport {
  readonly queue: StateInWords;
  /** In the order of the service; none where it does not say. */
  readonly networks: readonly (StateInWords & { readonly name: string })[];
}

/** Reads the counters of inference since its start. Never throws. */
export async function queueReport({ INFERENCE }: { readonly INFERENCE: Pick<Fetcher, 'fetch'> }): Promise<QueueReport> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await INFERENCE.fetch('http://inference/v2/models/stats', { signal });
    const { model_stats } = statistics.parse(await answer.json());
    const all = model_stats.flatMap(({ inference_stats }) => inference_stats ?? []);
    const networks = model_stats.map(({ name, inference_stats }) => {
      return { name, ...reportOf(inference_stats ? [inference_stats] : []) };
    });
    return { queue: reportOf(all), networks };
  } catch {
    return { queue: { state: 'its counters cannot be read', isWell: false }, networks: [] };
  }
}

function reportOf(models: readonly Counters[]): StateInWords {
  const sum = (of: (model: Counters) => number) => models.reduce((total, model) => total + of(model), 0);
  const [answered, failed] = [sum(({ success }) => success.count), sum(({ fail }) => fail.count)];
  if (answered + failed === 0) return { state: 'no calls since the start', isWell: true };
  const meanMs = (of: (model: Counters) => z.infer<typeof duration> | undefined) =>
    sum((model) => of(model)?.ns ?? 0) /
    Math.max(
      1,
      sum((model) => of(model)?.count ?? 0),
    ) /
    1e6;
  const [waitMs, runMs] = [meanMs(({ queue }) => queue), meanMs(({ compute_infer }) => compute_infer)];
  const times = [`waited ${waitMs.toFixed(1)} ms`, ...(runMs > 0 ? [`ran ${runMs.toFixed(1)} ms`] : [])].join(', ');
  return { state: `on average ${times}; ${answered} calls answered, ${failed} failed`, isWell: waitMs <= wellMs };
}
