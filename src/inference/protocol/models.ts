/** `GET /v2/models/{model}…` (Open Inference Protocol v2, "Model Metadata", "Model Ready"). */
import { parametersOf } from '../../contract/passes/parameters.ts';
import { loadHeaders } from '../../wire/protocol/line-load.ts';
import type { ModelMetadata } from '../../wire/protocol/metadata.ts';
import { weightsParameter } from '../../wire/protocol/weights-parameter.ts';
import { type Catalogue, type ServedModel, servedVersion } from '../catalogue.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import { jsonAnswer } from './answer.ts';
import { HttpRefusal } from './refusal.ts';
import type { Route, RouteAnswer, RouteCall } from './route.ts';

/** What is said of networks that no child has loaded now. */
export const notLoaded = 'The networks are not loaded';

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

/** The routes of a model's metadata and readiness. */
export function modelRoutes(catalogue: Catalogue, scheduler: Scheduler): Route[] {
  return modelPatterns.flatMap((pattern): Route[] => [
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
      handle: (call) => readinessOf(modelOf(catalogue, call), scheduler),
    },
  ]);
}

/** A child has all networks loaded, or none. */
function readinessOf({ name }: ServedModel, { ready }: Scheduler): RouteAnswer {
  if (ready) return jsonAnswer(200, { name, ready });
  return jsonAnswer(503, { name, ready, error: notLoaded });
}

/** What the protocol says of a network. */
export function metadataOf({ name, inputs, outputs, passes, precision, weights }: ServedModel): ModelMetadata {
  const parameters = { ...parametersOf(passes), precision, ...weightsParameter(weights) };
  return { name, versions: [servedVersion], platform: 'onnxruntime_onnx', inputs, outputs, parameters };
}
