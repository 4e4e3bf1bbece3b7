/** `npm run dev`: the same stack under `wrangler dev`, which rebuilds and reloads the Workers as files change. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devSettings } from '../contract/settings/local.ts';
import { silentLog } from '../inference/log.ts';
import { onEndAsked } from '../wire/command-line/end-requests.ts';
import { buildPages, edgeConfig, fetcherConfig, gatewayConfig, pagesConfig } from './build.ts';
import { demoAccount } from './demo-account.ts';
import { demoKey } from './demo-key.ts';
import { imageUrlInDev } from './image-url.ts';
import { showTroubles } from './inference-process.ts';
import type { LocalState } from './local-state.ts';
import { type Begun, begin } from './prologue.ts';
import { rewriteDatabases } from './rewrite-databases.ts';
import { inProject } from './root.ts';
import { openPartDirectory } from './run-directory.ts';
import { Supervisor } from './supervisor.ts';
import { Undo } from './undo.ts';
import { variablesFor } from './variables-for.ts';
import { guardedWorkerd } from './workerd.ts';
import { runWrangler, spawnWrangler } from './wrangler.ts';

const readyMs = 60_000;
const graceMs = 5000;

/** Runs until wrangler ends. @throws Error with one clear line when something is in the way */
export async function dev(say: (line: string) => void): Promise<void> {
  const undo = new Undo();
  try {
    const begun = await begin(devSettings, process.env, undo, say);
    await buildPages();
    const wrangler = new Wrangler();
    const { startInference } = begun;
    if (startInference) {
      const inference = new Supervisor({
        name: 'Inference',
        start: (signal) => startInference(showTroubles, signal),
        say,
        log: silentLog,
        onGivenUp: (line) => wrangler.end(new Error(line)),
      });
      undo.add(() => inference.stop(graceMs));
      await inference.begin();
    }
    await runDev(begun, wrangler, say);
  } finally {
    await undo.all();
  }
}

/** `wrangler dev`, which keeps its Workers alive itself. */
class Wrangler {
  #child: ChildProcess | null = null;
  #failure: Error | null = null;

  /** Runs it to its end, which a signal to this process brings about. @throws Error that `end` was given */
  run(child: ChildProcess): Promise<void> {
    this.#child = child;
    onEndAsked('dev', (signal) => child.kill(signal));
    return new Promise((resolve, reject) => {
      child.once('exit', () => (this.#failure ? reject(this.#failure) : resolve()));
    });
  }

  end(failure: Error): void {
    this.#failure = failure;
    this.#child?.kill('SIGTERM');
  }
}

async function runDev(begun: Begun, wrangler: Wrangler, say: (line: string) => void): Promise<void> {
  const { port, state, runDirectory, edgeVariables, gatewayVariables } = begun;
  const persist = ['--persist-to', state.workersDirectory];
  const migrations = ['d1', 'migrations', 'apply', 'edgematte-directory', '--local'];
  // What wrangler and workerd write from here on is their owner's alone.
  process.umask(0o077);
  await runWrangler([...migrations, '--config', edgeConfig, ...persist]);
  const { INFERENCE_TOKEN: _token, INFERENCE_TOKENS_OLD: _older, ...edgeSecrets } = state.secrets();
  const file = path.join(state.directory, 'dev.vars');
  const startWord = state.newStartWord();
  const imageUrl = imageUrlInDev(process.env);
  say(imageUrl.line);
  const local = { LOCAL_MAIL: 'on', START_WORD: startWord, ...imageUrl.variables };
  const variables = { ...edgeVariables, ...edgeSecrets, ...local };
  writeVariables(file, variablesFor('edge', variables));
  const pages = writePagesConfig(state, variablesFor('pages', variables));
  const gateway = writeGatewayConfig(state, gatewayVariables);
  const fetcher = writeReadableConfig(state, 'fetcher', readFileSync(fetcherConfig, 'utf8'));
  const configs = [edgeConfig, pages, gateway, fetcher].flatMap((config) => ['--config', config]);
  // Read by people while they change it.
  const address = ['--no-minify', '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const { workerdPidFile, pipe } = state.lock;
  const environment = {
    TMPDIR: openPartDirectory(runDirectory, 'wrangler'),
    // The Workers are in one process. Wrangler would look for the gateway among its other processes, and call it not
    // connected.
    WRANGLER_REGISTRY_PATH: '',
    ...guardedWorkerd(workerdPidFile, pipe),
  };
  const args = ['dev', ...configs, ...persist, '--env-file', file, ...address];
  const ended = wrangler.run(spawnWrangler(args, 'inherit', environment));
  const base = `http://127.0.0.1:${port}`;
  if (await answers(base)) {
    say(`Demo key ${await demoKey(base, state)} for ${base}`);
    const { email, password } = await demoAccount(base, state);
    say(`Account ${email}, password ${password}, at ${base}/sign-in`);
    say(`${base}/local/${startWord} opens the page, and ${base}/dev/mail, to this browser`);
  }
  await ended;
  for (const problem of await rewriteDatabases(state.workersDirectory)) say(problem);
}

/**
 * A configuration of the gateway in a folder of its own: a file of variables that is named on the command line reaches
 * the first Worker alone, and the other reads the one beside its configuration. Wrangler prints a part of what `[vars]`
 * holds, and nothing of what such files do.
 */
function writeGatewayConfig(state: LocalState, gatewayVariables: Begun['gatewayVariables']): string {
  const [settings] = readFileSync(gatewayConfig, 'utf8').split('[vars]');
  const file = writeReadableConfig(state, 'gateway', settings);
  const variables = path.join(path.dirname(file), '.dev.vars');
  writeVariables(variables, gatewayVariables);
  return file;
}

/** The same of the pages. */
function writePagesConfig(state: LocalState, variables: Readonly<Record<string, string>>): string {
  const [settings] = readFileSync(pagesConfig, 'utf8').split('[vars]');
  const file = writeReadableConfig(state, 'pages', settings);
  writeVariables(path.join(path.dirname(file), '.dev.vars'), variables);
  return file;
}

/** The configuration of a Worker with its code left readable, in a folder of the state. */
function writeReadableConfig(state: LocalState, name: 'gateway' | 'fetcher' | 'pages', settings: string): string {
  const directory = path.join(state.directory, name);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = path.join(directory, 'wrangler.toml');
  const source = inProject('src/wire', name);
  const readable = settings
    .replace('minify = true', 'minify = false')
    .replace(/^main = "(.+)"$/m, (_, entry: string) => `main = ${JSON.stringify(path.join(source, entry))}`)
    .replace(/\b(directory|migrations_dir) = "(\.\..+?)"/g, (_, key: string, place: string) => {
      return `${key} = ${JSON.stringify(path.join(source, place))}`;
    });
  writeFileSync(file, readable);
  return file;
}

function writeVariables(file: string, variables: Readonly<Record<string, string>>): void {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}

async function answers(base: string): Promise<boolean> {
  const until = Date.now() + readyMs;
  while (Date.now() < until) {
    try {
      await fetch(`${base}/healthz`);
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  return false;
}
