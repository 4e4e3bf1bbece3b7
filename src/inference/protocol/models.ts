/** `GET /v2/models/{model}…` (Open Inference Protocol v2, "Model Metadata", "Model Ready"; Triton's statistics). */

import { loadHeaders } from '../../protocol/line-load.ts';
import { lookParameters } from '../../protocol/look-parameters.ts';
import type { ModelMetadata } from '../../protocol/metadata.ts';
import { type Catalogue, type ServedModel, servedVersion } from '../catalogue.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { Duration, ModelStatistics } from '../scheduler/statistics.ts';
import { emptyAnswer, jsonAnswer } from './answer.ts';
import { HttpRefusal } from './refusal.ts';
import type { Route, RouteAnswer, RouteCall } from './route.ts';

/** The two forms of every path about a model: without and with its version. */
export const modelPatterns = ['/v2/models/:model', '/v2/models/:model/versions/:version'] as const;

/**
 * The model that a path names, by its own name or a role.
 * @throws HttpRefusal 404
 */
export function modelOf(catalogue: Catalogue, { parameters }: Pick<RouteCall, 'parameters'>): ServedModel {
  const { model: name = '', version = servedVersion } = parameters;
  const model = catalogue.find(name);
  if (!model) throw new HttpRefusal(404, `There is no model ${name}`);
  if (version !== servedVersion) throw new HttpRefusal(404, `There is no version ${version} of model ${model.name}`);
  return model;
}

/** The routes that tell of models: metadata, readiness, statistics. */
export function modelRoutes(catalogue: Catalogue, scheduler: Scheduler): Route[] {
  const statistics = (models: readonly ServedModel[]): RouteAnswer =>
    jsonAnswer(200, { model_stats: models.map((model) => describe(model, scheduler.statistics.get(model.name))) });
  return [
    { method: 'GET', pattern: '/v2/models/stats', handle: () => statistics(catalogue.models) },
    ...modelPatterns.flatMap((pattern): Route[] => [
      {
        method: 'GET',
        pattern,
        handle: (call) => {
          const model = modelOf(catalogue, call);
          return jsonAnswer(200, metadataOf(model), loadHeaders(scheduler.loadOf(model)));
        },
      },
      {
        method: 'GET',
        pattern: `${pattern}/ready`,
        handle: (call) => {
          modelOf(catalogue, call);
          // A child has all networks loaded, or none.
          return emptyAnswer(scheduler.ready ? 200 : 503);
        },
      },
      { method: 'GET', pattern: `${pattern}/stats`, handle: (call) => statistics([modelOf(catalogue, call)]) },
    ]),
  ];
}

function metadataOf({ name, inputs, outputs, secondLook, closeLook }: ServedModel): ModelMetadata {
  const parameters = lookParameters({ secondLook, closeLook });
  return { name, versions: [servedVersion], platform: 'onnxruntime_onnx', inputs, outputs, parameters };
}

/** The child reports only the time inside the runtime, so copying in and out are not told apart: count 0. */
const unmeasured: Duration = { count: 0, ns: 0 };

function describe({ name }: ServedModel, statistics: ModelStatistics | undefined): Record<string, unknown> {
  if (!statistics) return { name, version: servedVersion };
  const { success, fail, queue, infer, batches } = statistics;
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
      compute_input: unmeasured,
      compute_infer: infer,
      compute_output: unmeasured,
    },
    batch_stats: [...batches].map(([size, duration]) => ({
      batch_size: size,
      compute_input: unmeasured,
      compute_infer: duration,
      compute_output: unmeasured,
    })),
  };
}
