/** The inference service inside a test: scripted or real networks, its log in memory, its folder thrown away. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messageHeaders } from '../../wire/protocol/frame.ts';
import { encodeInferRequest } from '../../wire/protocol/message.ts';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import { createLog } from '../log.ts';
import { type Manifest, preparedPath } from '../models/manifest.ts';
import type { ChildEntry } from '../processes/child-entry.ts';
import { type InferenceSettings, readSettings } from '../settings.ts';
import { type InferenceOptions, type RunningInference, startInference } from '../start.ts';
import { bundledChild } from './bundled-child.ts';
import type { Script } from './script.ts';

export interface LogLine {
  readonly event: string;
  readonly level: string;
  readonly [field: string]: unknown;
}

export interface TestService {
  readonly base: string;
  readonly running: RunningInference;
  readonly lines: readonly LogLine[];
  /** Posts an image whose first byte says what the scripted network does. */
  infer(action: number, init?: InferInit): Promise<Response>;
  /** Resolves when a line of this event was logged for the `count`th time. */
  logged(event: string, count?: number): Promise<LogLine>;
  /** Resolves when `count` requests have reached the service since it started, whatever became of them. */
  arrived(count: number): Promise<void>;
  /** Resolves when a network hangs or waits for the `count`th time. */
  begun(count?: number): Promise<void>;
  /** Ends the run of the first child that waits. */
  letGo(): Promise<void>;
  /** What networks do that are loaded from now on. */
  rescript(script: Script): Promise<void>;
  stop(): Promise<void>;
}

export interface InferInit {
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly model?: string;
}

export interface ScriptedSettings extends Partial<InferenceSettings> {
  readonly script?: Script;
  readonly options?: InferenceOptions;
}

/** Node's own channel; a request is published there before the server's listeners get it. */
const requestStart = 'http.server.request.start';

/** A picture for the scripted network: 8 × 8 RGB. @param action its first byte, see `script.ts` @param batch 1 to 4 */
export function scriptedImage(action: number, batch = 1): WireTensor {
  const data = new Uint8Array(batch * 8 * 8 * 3).fill(3);
  data[0] = action;
  return { name: 'image', datatype: 'UINT8', shape: [batch, 8, 8, 3], data };
}

/** Starts the service on a scripted network named `luma` in the role `matte`, on a free port. */
export async function startScripted(settings: ScriptedSettings = {}): Promise<TestService> {
  const { script = {}, options, ...changes } = settings;
  const directory = await mkdtemp(path.join(tmpdir(), 'edgematte-inference-'));
  const repository = await writeScriptedRepository(directory, script);
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine));
  const arrivals: unknown[] = [];
  const noteArrival = (message: unknown) => {
    arrivals.push(((message as { server: Server }).server.address() as AddressInfo | null)?.port);
  };
  subscribe(requestStart, noteArrival);
  try {
    const running = await startInference(
      { ...readSettings({ INFERENCE_PORT: '0', INFERENCE_LOG: 'all' }), ...repository, ...changes },
      { log, childEntry: scriptedEntry(), ...options },
    );
    const base = `http://127.0.0.1:${running.port}`;
    return {
      base,
      running,
      lines,
      infer: (action, { model = 'matte', headers, signal } = {}) => {
        const message = encodeInferRequest({ inputs: [scriptedImage(action)], binaryOutput: true });
        return fetch(`${base}/v2/models/${model}/infer`, {
          method: 'POST',
          headers: { ...messageHeaders(message), ...headers },
          body: message.body,
          signal,
        });
      },
      logged: (event, count = 1) => waitForLine(lines, event, count),
      arrived: (count) =>
        until(`request ${count}`, () => arrivals.filter((port) => port === running.port).length >= count),
      begun: async (count = 1) => {
        await waitForLine(lines, 'child-stderr', count);
      },
      letGo: async () => {
        process.kill((await waitForLine(lines, 'child-started', 1)).pid as number, 'SIGUSR2');
      },
      rescript: (changed) => writeScript(repository.modelsDirectory, changed),
      async stop() {
        unsubscribe(requestStart, noteArrival);
        await running.close(0);
        await rm(directory, { recursive: true, force: true });
      },
    };
  } catch (cause) {
    unsubscribe(requestStart, noteArrival);
    await rm(directory, { recursive: true, force: true });
    throw cause;
  }
}

/** How a scripted child is started. */
export function scriptedEntry(): ChildEntry {
  return bundledChild('scripted-child', import.meta.url);
}

/** Writes a manifest with one scripted network. */
export async function writeScriptedRepository(
  directory: string,
  script: Script,
): Promise<{ manifestPath: string; modelsDirectory: string }> {
  const manifest: Manifest = {
    roles: { matte: 'luma' },
    models: {
      luma: {
        purpose: 'Does what a test wants',
        source: { kind: 'file', path: 'none', sha256: '0'.repeat(64) },
        preparation: 'none',
        inputs: [{ name: 'image', datatype: 'UINT8', shape: [-1, 8, 8, 3] }],
        outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, 8, 8] }],
        maxBatch: 4,
        licence: 'Apache-2.0',
      },
    },
    offers: {},
  };
  const manifestPath = path.join(directory, 'manifest.json');
  const modelsDirectory = path.join(directory, 'models');
  await writeScript(modelsDirectory, script);
  await writeFile(manifestPath, JSON.stringify(manifest));
  return { manifestPath, modelsDirectory };
}

async function writeScript(modelsDirectory: string, script: Script): Promise<void> {
  const file = preparedPath(modelsDirectory, 'luma');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(script));
}

/** Waits until something holds, at most `patienceMs`. @throws Error naming it */
export async function until(what: string, holds: () => boolean, patienceMs = 60_000): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!holds()) {
    if (performance.now() > endMs) throw new Error(`It did not happen within ${patienceMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function waitForLine(lines: readonly LogLine[], event: string, count: number): Promise<LogLine> {
  const found = (): LogLine[] => lines.filter((line) => line.event === event);
  await until(`${count} × ${event} in the log`, () => found().length >= count);
  return found()[count - 1];
}
