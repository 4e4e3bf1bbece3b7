/** How `npm start` and `npm run dev` begin: settings, state folder, ports and weights, before anything is started. */
import path from 'node:path';
import { versionVariables, versionWords } from '../contract/service-version.ts';
import type { devSettings, startSettings } from '../contract/settings/local.ts';
import { readSettings, type Variables } from '../contract/settings/read.ts';
import { removedLine } from '../contract/settings/removed.ts';
import { ownVersion } from '../wire/command-line/own-version.ts';
import { checkNodeVersion, checkPortFree, checkPortsDiffer } from './checks.ts';
import { endOldDemoKey } from './demo-key.ts';
import { edgeVariablesOf, tracingVariablesOf } from './edge-variables.ts';
import { inferenceElsewhere } from './inference-elsewhere.ts';
import { inferenceHere } from './inference-here.ts';
import type { PlaceForInference, PreparedInference } from './inference-place.ts';
import { LocalState } from './local-state.ts';
import { projectRoot } from './root.ts';
import { openRunDirectory, removeRunDirectory } from './run-directory.ts';
import type { Undo } from './undo.ts';

/** Between two services the state folder is free for a moment: a backup that takes it then is waited for. */
const backupMs = 20_000;

export interface Begun {
  /** Port of the API. */
  readonly port: number;
  readonly state: LocalState;
  /** Holds what is gone with this run. */
  readonly runDirectory: string;
  /** Those of the edge that the shell has, or that follow from the networks. */
  readonly edgeVariables: Readonly<Record<string, string>>;
  readonly gatewayVariables: PreparedInference['gatewayVariables'];
  readonly startInference: PreparedInference['start'];
}

/**
 * Claims the state folder and sees to it that the parts can be started: ports are free, weights are there, or the services of
 * other machines answer.
 * @param undo receives a function that takes a step back; the caller runs them at the end, and if this throws
 * @param say called with each line for the person
 * @param hasPort whether this process has the port of the API already
 * @throws Error with one clear line when something is in the way
 */
export async function begin(
  settings: typeof startSettings | typeof devSettings,
  variables: Variables,
  undo: Undo,
  say: (line: string) => void,
  hasPort = false,
): Promise<Begun> {
  checkNodeVersion(process.versions.node);
  const { port, state: folder } = readSettings(settings, variables);
  const runs = ownVersion(variables);
  const removed = removedLine(variables);
  if (removed) say(removed);
  const edgeVariables = edgeVariablesOf(variables);
  const place = await placeForInference(settings, variables);
  const state = new LocalState(path.resolve(projectRoot, folder));
  if (hasPort) await state.lock.take(backupMs, true);
  else await state.lock.take();
  undo.add(() => state.lock.release());
  state.protect();
  const runDirectory = openRunDirectory(state.directory);
  undo.add(() => removeRunDirectory(runDirectory));
  if (!hasPort) await checkPortFree('PORT', port);
  if (place.port !== null) await checkPortFree('INFERENCE_PORT', place.port);
  const inference = await place.prepare({ state, runDirectory, edgeVariables, say });
  say(`Edgematte ${versionWords(runs)}`);
  await endOldDemoKey(state, say);
  return {
    port,
    state,
    runDirectory,
    edgeVariables: { ...edgeVariables, ...inference.edgeVariables, ...versionVariables(runs) },
    gatewayVariables: { ...inference.gatewayVariables, ...tracingVariablesOf(variables), ...versionVariables(runs) },
    startInference: inference.start,
  };
}

/** @throws Error with one line where its settings cannot be used */
function placeForInference(
  settings: typeof startSettings | typeof devSettings,
  variables: Variables,
): Promise<PlaceForInference> | PlaceForInference {
  const { port, inferencePort, inferenceUrls, laneUrls, inferenceToken } = readSettings(settings, variables);
  if (inferenceUrls) return inferenceElsewhere({ inferenceUrls, laneUrls, inferenceToken }, variables);
  if (laneUrls !== undefined)
    throw new Error('LANE_URL needs INFERENCE_URL: where inference runs here, the lane does too');
  checkPortsDiffer(port, inferencePort);
  return inferenceHere(variables, inferencePort);
}
