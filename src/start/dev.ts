/** `npm run dev`: the same stack under `wrangler dev`, which rebuilds and reloads the Workers as files change. */
import type { ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { silentLog } from '../inference/log.ts';
import { ensureModels } from '../models/ensure.ts';
import { printProgress } from '../models/progress.ts';
import { modelSettings } from '../models/settings.ts';
import { buildPages, edgeConfig, gatewayConfig } from './build.ts';
import { checkNodeVersion, checkPortFree, portFrom } from './checks.ts';
import { demoKey, endOldDemoKey } from './demo-key.ts';
import { edgeVariablesOf } from './edge-variables.ts';
import { showTroubles, startInferenceProcess } from './inference-process.ts';
import { LocalState } from './local-state.ts';
import { inProject } from './root.ts';
import { openPartDirectory, openRunDirectory, removeRunDirectory } from './run-directory.ts';
import { Supervisor } from './supervisor.ts';
import { guardedWorkerd } from './workerd.ts';
import { runWrangler, spawnWrangler } from './wrangler.ts';

const readyMs = 60_000;
const graceMs = 5000;

/** Runs until wrangler ends. @throws Error with one clear line when something is in the way */
export async function dev(say: (line: string) => void): Promise<void> {
  checkNodeVersion(process.versions.node);
  const port = portFrom(process.env, 'PORT', 8787);
  const inferencePort = portFrom(process.env, 'INFERENCE_PORT', 8788);
  const state = new LocalState(process.env.EDGEMATTE_STATE ?? inProject('.edgematte/dev'));
  await state.lock.take();
  const undo: (() => Promise<void> | void)[] = [() => state.lock.release()];
  try {
    state.protect();
    const runDirectory = openRunDirectory(state.directory);
    undo.push(() => removeRunDirectory(runDirectory));
    await checkPortFree('PORT', port);
    await checkPortFree('INFERENCE_PORT', inferencePort);
    const { manifestPath, modelsDirectory } = modelSettings(process.env);
    await ensureModels({ manifestPath, modelsDirectory, onProgress: printProgress(process.stderr), onChanged: say });
    await endOldDemoKey(state, say);
    await buildPages();
    const variables = {
      ...edgeVariablesOf(process.env),
      ...state.secrets(),
      INFERENCE_URL: `http://127.0.0.1:${inferencePort}`,
    };
    const inferenceVariables = {
      INFERENCE_PORT: String(inferencePort),
      INFERENCE_TOKEN: variables.INFERENCE_TOKEN,
      MODELS_DIR: modelsDirectory,
      MODELS_MANIFEST: manifestPath,
    };
    const wrangler = new Wrangler();
    const inference = new Supervisor({
      name: 'Inference',
      start: (signal) => {
        const sockets = { LANE_SOCKETS_DIR: openPartDirectory(runDirectory, 'inference') };
        return startInferenceProcess({ ...inferenceVariables, ...sockets }, showTroubles, signal);
      },
      say,
      log: silentLog,
      onGivenUp: (line) => wrangler.end(new Error(line)),
    });
    undo.push(() => inference.stop(graceMs));
    await inference.begin();
    await runDev(port, state, variables, openPartDirectory(runDirectory, 'wrangler'), wrangler, say);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** `wrangler dev`, which keeps its Workers alive itself. */
class Wrangler {
  #child: ChildProcess | null = null;
  #failure: Error | null = null;

  /** Runs it to its end, which a signal to this process brings about. @throws Error that `end` was given */
  run(child: ChildProcess): Promise<void> {
    this.#child = child;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    return new Promise((resolve, reject) => {
      child.once('exit', () => (this.#failure ? reject(this.#failure) : resolve()));
    });
  }

  end(failure: Error): void {
    this.#failure = failure;
    this.#child?.kill('SIGTERM');
  }
}

async function runDev(
  port: number,
  state: LocalState,
  variables: Readonly<Record<string, string>>,
  temporaryDirectory: string,
  wrangler: Wrangler,
  say: (line: string) => void,
): Promise<void> {
  const persist = ['--persist-to', state.workersDirectory];
  const migrations = ['d1', 'migrations', 'apply', 'edgematte-directory', '--local'];
  // What wrangler and workerd write from here on is their owner's alone.
  process.umask(0o077);
  await runWrangler([...migrations, '--config', edgeConfig, ...persist]);
  const file = path.join(state.directory, 'dev.vars');
  writeFileSync(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  const configs = ['--config', edgeConfig, '--config', writeGatewayConfig(state, variables)];
  const address = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const { workerdPidFile, pipe } = state.lock;
  const environment = { TMPDIR: temporaryDirectory, ...guardedWorkerd(workerdPidFile, pipe) };
  const args = ['dev', ...configs, ...persist, '--env-file', file, ...address];
  const ended = wrangler.run(spawnWrangler(args, 'inherit', environment));
  const base = `http://127.0.0.1:${port}`;
  if (await answers(base)) say(`Demo key ${await demoKey(base, state)} for ${base}`);
  await ended;
}

/** Variables from a file reach the first Worker alone, so the gateway gets a configuration with its own in it. */
function writeGatewayConfig(state: LocalState, variables: Readonly<Record<string, string>>): string {
  const { INFERENCE_URL, INFERENCE_TOKEN } = variables;
  const [settings] = readFileSync(gatewayConfig, 'utf8').split('[vars]');
  const entry = path.join(path.dirname(gatewayConfig), 'gateway.ts');
  const file = path.join(state.directory, 'gateway.toml');
  const text = settings.replace('main = "gateway.ts"', `main = ${JSON.stringify(entry)}`);
  const vars = Object.entries({ INFERENCE_URL, INFERENCE_TOKEN, LANE_URL: '' });
  const lines = vars.map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(file, `${text}[vars]\n${lines.join('\n')}\n`, { mode: 0o600 });
  return file;
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
