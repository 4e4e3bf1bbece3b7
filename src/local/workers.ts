/** All Workers on this machine, in one workerd process, from the bundles in dist/. */
import { closeSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Miniflare, V4WorkerOptions } from 'miniflare';
import { forbiddenNetworks } from '../wire/fetcher/networks.ts';
import { compatibilityDate } from './compatibility-date.ts';
import { directoryWorker, updateDirectory } from './directory.ts';
import { passOn } from './listening-socket.ts';
import { startMiniflare } from './miniflare.ts';
import { inProject } from './root.ts';
import { crons, startSchedules } from './schedules.ts';
import { SinceList } from './since-list.ts';
import { variablesFor } from './variables-for.ts';
import { guardedWorkerd, readPid, untilGone } from './workerd.ts';
import type { WorkersSettings } from './workers-process.ts';

export interface LocalWorkers {
  readonly port: number;
  /** Resolves when workerd has ended, drained or not. */
  readonly ended: Promise<void>;
  /** Takes no new requests, finishes those in work, their settling included, and ends workerd. Takes as long as they do. */
  drain(): Promise<void>;
}

/** The Worker between the fetcher and other machines. */
const outside = 'edgematte-outside';

/** The database of people and usage. */
const directory = 'edgematte-directory';

/** The number of the socket that a part inherits, here and in workerd. */
const inheritedSocket = 4;
/** What miniflare calls the first Worker's own socket. */
const edgeSocket = 'direct:0:default';

/** A call appears in the dashboard soon after it was made. */
const usageQueue = {
  queueProducers: { USAGE: 'edgematte-usage' },
  queueConsumers: { 'edgematte-usage': { maxBatchSize: 100, maxBatchTimeout: 1 } },
} satisfies Pick<V4WorkerOptions, 'queueProducers' | 'queueConsumers'>;

/**
 * @param temporaryDirectory where workerd's process number is kept
 * @param onOutput called with each line that a Worker prints
 * @throws Error when the port is taken or a bundle is missing
 */
export async function startWorkers(
  settings: WorkersSettings,
  temporaryDirectory: string,
  onOutput: (line: string) => void,
): Promise<LocalWorkers> {
  const pidFile = settings.traces?.pidFile ?? path.join(temporaryDirectory, 'workerd.pid');
  const hasSocket = settings.socket !== undefined;
  Object.assign(process.env, guardedWorkerd(pidFile, settings.traces?.lock, hasSocket ? edgeSocket : ''));
  if (hasSocket) passOn(inheritedSocket);
  rmSync(pidFile, { force: true });
  // Held until it has begun: what workerd says of a damaged directory is one line in the end.
  let beginning: string[] | null = [];
  const miniflare = startMiniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    unsafeTriggerHandlers: true,
    resourcePersistencePath: settings.stateDirectory,
    // miniflare checks that both give nothing back.
    handleStructuredLogs: ({ message }: { message: string }) => {
      const line = withoutHosts(message);
      if (beginning) beginning.push(line);
      else onOutput(line);
    },
    workers: [
      edgeWorker(settings),
      pagesWorker(settings),
      gatewayWorker(settings),
      fetcherWorker(),
      outsideWorker(),
      directoryWorker(directory),
    ],
  });
  try {
    await miniflare.ready;
    // At a stop workerd is the only one here to have it, and to give it up.
    if (hasSocket) closeSync(inheritedSocket);
    await updateDirectory(miniflare).catch(async (cause: unknown) => {
      throw await directoryFault(settings.stateDirectory, beginning ?? [], cause);
    });
    for (const line of beginning) onOutput(line);
    beginning = null;
    const { port } = await miniflare.unsafeGetDirectURL('edgematte');
    const endSchedules = startSchedules((cron) => void runSchedule(miniflare, cron));
    const pid = readPid(pidFile);
    const gone = pid === null ? new Promise<void>(() => {}) : untilGone(pid);
    const end = () => {
      endSchedules();
      return drain(miniflare, gone, pid);
    };
    return { port: Number(port), ended: gone, drain: end };
  } catch (cause) {
    await miniflare.dispose().catch(() => {});
    throw cause;
  }
}

function edgeWorker(settings: WorkersSettings): V4WorkerOptions {
  return {
    name: 'edgematte',
    ...modules('edge'),
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    bindings: variablesFor('edge', settings.edgeVariables),
    serviceBindings: {
      INFERENCE: 'edgematte-gateway',
      FETCHER: 'edgematte-fetcher',
      PAGES: { name: 'edgematte-pages', entrypoint: 'Pages' },
      ...(settings.sinceList && { ENDED_LIST: listService(settings.sinceList) }),
    },
    durableObjects: {
      LEDGERS: { className: 'KeyLedger', useSQLite: true },
      ALLOWANCES: { className: 'Allowances', useSQLite: true },
      COUNTS: { className: 'CountStore', useSQLite: true },
    },
    d1Databases: { DIRECTORY: directory },
    ...((settings.countsUsage ?? true) && { queueProducers: usageQueue.queueProducers }),
    // Without ADDRESS_WALL: guessed keys cost nobody else here, and miniflare keeps the addresses that it counts.
    // The entry port of miniflare compresses and re-chunks answers; a socket of the Worker's own does not.
    unsafeDirectSockets: [
      { host: '127.0.0.1', port: settings.port },
      { host: '127.0.0.1', port: 0, entrypoint: 'Drain' },
    ],
  };
}

function pagesWorker(settings: WorkersSettings): V4WorkerOptions {
  const ofEdge = (entrypoint: string) => ({ name: 'edgematte', entrypoint });
  return {
    name: 'edgematte-pages',
    ...modules('pages'),
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    bindings: variablesFor('pages', settings.edgeVariables),
    serviceBindings: {
      WALLETS: ofEdge('KeysAndLedgers'),
      PLAYGROUND: ofEdge('Playground'),
      SERVICE_STATE: ofEdge('ServiceState'),
      ...(settings.sinceList && { ENDED_LIST: listService(settings.sinceList) }),
    },
    durableObjects: {
      ALLOWANCES: { className: 'Allowances', scriptName: 'edgematte', useSQLite: true },
      COUNTS: { className: 'CountStore', scriptName: 'edgematte', useSQLite: true },
    },
    d1Databases: { DIRECTORY: directory },
    ...((settings.countsUsage ?? true) && usageQueue),
    assets: {
      directory: inProject('dist/public'),
      binding: 'ASSETS',
      routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
    },
  };
}

/** Takes what `money/keys/ended-list.ts` sends, into a file of this machine. */
function listService(file: string) {
  const list = new SinceList(file, Date.now());
  return async (request: { text(): Promise<string> }) => {
    list.add(await request.text(), Date.now());
    return new Response(null, { status: 204 });
  };
}

function gatewayWorker(settings: WorkersSettings): V4WorkerOptions {
  return {
    name: 'edgematte-gateway',
    ...modules('gateway'),
    compatibilityDate,
    compatibilityFlags: ['nodejs_compat'],
    bindings: { ...settings.gatewayVariables },
  };
}

function fetcherWorker(): V4WorkerOptions {
  return {
    name: 'edgematte-fetcher',
    ...modules('fetcher'),
    compatibilityDate,
    compatibilityFlags: ['global_fetch_strictly_public'],
    outboundService: outside,
  };
}

/** What the fetcher's requests go to: a network of their own, which miniflare 5 gives to a Worker only as a binding. */
function outsideWorker(): V4WorkerOptions {
  return {
    name: outside,
    modules: true,
    script: 'export default { fetch: (request, { NETWORK }) => NETWORK.fetch(request) }',
    compatibilityDate,
    // workerd drops forbidden addresses after the look-up: whatever a name leads to, it is reached there or not at all.
    serviceBindings: {
      NETWORK: { network: { allow: ['public'], deny: [...forbiddenNetworks], tlsOptions: { trustBrowserCas: true } } },
    },
  };
}

/**
 * On SIGTERM workerd closes idle connections, accepts no more, finishes requests and ends; miniflare's own `dispose`
 * kills it. It does not wait for what goes on after an answer, and that is the settling of its hold: a request to the
 * edge's `Drain`, which is answered when all holds have ended, keeps it until then.
 */
async function drain(miniflare: Miniflare, gone: Promise<void>, workerd: number | null): Promise<void> {
  if (workerd !== null) {
    const holds = await fetch(await miniflare.unsafeGetDirectURL('edgematte', 'Drain')).catch(() => null);
    process.kill(workerd, 'SIGTERM');
    await holds?.text().catch(() => {});
    await gone;
  }
  await miniflare.dispose();
}

/** workerd names the host that it would not connect to, or whose certificate it did not take; hosts of callers are in no log. */
function withoutHosts(line: string): string {
  return line
    .replace(/connecting to \S+ is not allowed/g, 'connecting there is not allowed')
    .replace(/(invalid peer certificate):[^\n]*/g, '$1');
}

/**
 * By the address that miniflare has for it. What `getWorker` gives stops this process until workerd has answered, and workerd may be waiting
 * for this process to read its lines.
 */
async function runSchedule(miniflare: Miniflare, cron: string): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(Date.now()) });
  try {
    const workers = cron === crons.day ? ['edgematte', 'edgematte-pages'] : ['edgematte'];
    for (const name of workers) {
      const headers = { 'MF-Route-Override': name };
      const answer = await miniflare.dispatchFetch(`http://localhost/cdn-cgi/local/scheduled?${query}`, { headers });
      const outcome = await answer.text();
      if (!answer.ok) throw new Error(`${name}: ${outcome}`);
    }
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'schedule-failed', cron, cause: String(cause) }));
  }
}

/** The bundle of a Worker, entry first, each file as workerd wants it. */
function modules(name: 'edge' | 'pages' | 'gateway' | 'fetcher') {
  const directory = inProject('dist', name);
  const entry = name === 'fetcher' ? 'fetcher.js' : 'worker.js';
  const files = readdirSync(directory).filter((file) => /\.(js|wasm)$/.test(file));
  files.sort((a, b) => Number(b === entry) - Number(a === entry));
  return {
    modulesRoot: directory,
    modules: files.map((file) => ({
      type: file.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
      path: path.join(directory, file),
    })),
  };
}

/**
 * What to say of a directory that cannot be opened or brought up to date.
 * @param lines what workerd has said: it alone knows SQLite's result code (https://www.sqlite.org/rescode.html)
 */
async function directoryFault(stateDirectory: string, lines: readonly string[], cause: unknown): Promise<Error> {
  const folder = path.join(stateDirectory, 'd1', 'miniflare-D1DatabaseObject');
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') && !file.startsWith('metadata'));
  const codeSaid = () => /SQLITE_[A-Z_]+/.exec(lines.join('\n'))?.[0];
  // Its output comes by a way of its own, and may be later than the answer.
  for (let waits = 0; waits < 40 && codeSaid() === undefined; waits++) await setTimeout(50);
  const code = codeSaid() ?? String(cause);
  const full = code === 'SQLITE_FULL' ? 'make room on its disk' : 'restore it from a backup';
  return new Error(
    `${path.join(folder, name ?? '')} cannot be used (${code}); ${full}, or set EDGEMATTE_STATE to another folder to begin anew`,
  );
}
