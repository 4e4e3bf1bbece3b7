/** `GET /v2/models[/{model}[/versions/{version}]]/stats` (Triton's statistics extension of the protocol). */
import { type Catalogue, type ServedModel, servedVersion } from '../catalogue.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { type Duration, emptyStatistics, type ModelStatistics } from '../scheduler/statistics.ts';
import { jsonAnswer } from './answer.ts';
import { modelOf, modelPatterns } from './models.ts';
import type { Route, RouteAnswer } from './route.ts';

/** The routes that report how often and how long networks ran. The first precedes those of a model called `stats`. */
export function statisticsRoutes(catalogue: Catalogue, scheduler: Scheduler): Route[] {
  const answer = (models: readonly ServedModel[]): RouteAnswer =>
    jsonAnswer(200, { model_stats: models.map((model) => describe(model, scheduler.statistics.get(model.name))) });
  return [
    { method: 'GET', pattern: '/v2/models/stats', handle: () => answer(catalogue.models) },
    ...modelPatterns.map(
      (pattern): Route => ({
        method: 'GET',
        pattern: `${pattern}/stats`,
        handle: (call) => answer([modelOf(catalogue, call)]),
      }),
    ),
  ];
}

/** Always zero: a child reports only the time inside the runtime. */
const never: Duration = { count: 0, ns: 0 };

function describe({ name }: ServedModel, statistics: ModelStatistics = emptyStatistics()): Record<string, unknown> {
  const { success, fail, queue, infer, cacheHit, cacheMiss, batches } = statistics;
  return {
    name,
    version: servedVersion,
    last_inference: statistics.lastInferenceMs,
    inference_count: statistics.inferenceCount,
    execution_count: statistics.executionCount,
    inference_stats: {
      success,
      fail,
      queue,
      compute_input: never,
      compute_infer: infer,
      compute_output: never,
      cache_hit: cacheHit,
      cache_miss: cacheMiss,
    },
    batch_stats: [...batches].map(([size, duration]) => ({
      batch_size: size,
      compute_input: never,
      compute_infer: duration,
      compute_output: never,
    })),
  };
}
