/**
 * The steps by which the pages become a Worker of their own, and the way back, as `npm run deploy` uploads them: after each of them
 * calls are answered, who is signed in stays so, and no usage is lost. Every route answers alike before and after.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Miniflare, V4WorkerOptions } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations, processingOperations } from '../../src/contract/operations.ts';
import { compatibilityDate } from '../../src/local/compatibility-date.ts';
import { configurationsFor } from '../../src/local/deployment/deploy.ts';
import type { Configuration } from '../../src/local/deployment/merge.ts';
import { noOperator } from '../../src/local/deployment/operator-file.ts';
import { type DeploymentChange, type DeploymentStep, stepsOf } from '../../src/local/deployment/steps.ts';
import { directoryWorker, updateDirectory } from '../../src/local/directory.ts';
import { startMiniflare } from '../../src/local/miniflare.ts';
import { inProject } from '../../src/local/root.ts';
import { variablesFor } from '../../src/local/variables-for.ts';
import { runWrangler } from '../../src/local/wrangler.ts';
import { pageLists } from '../../src/pages/site/map/page-lists.ts';

const entry = inProject('src/local/deployment/edge-with-pages.ts');
const configurations = configurationsFor(noOperator);
const queueName = 'edgematte-usage';
const secrets = {
  KEY_HASH_SECRET: 'a secret of keys that is long enough',
  ADMIN_TOKEN: 'token-of-test',
  SESSION_SECRET: 'a secret of sessions that is long enough',
  LOCAL_MAIL: 'on',
};
const person = { email: 'ada@example.org', password: 'kettle orbit maple 7291 fern' };

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-pages-worker-'));
  const [step] = stepsOf('add-pages', configurations, entry).filter(
    (each) => 'as' in each && each.as === 'edge-with-pages',
  );
  if (!('configuration' in step)) throw new Error('The edge with pages is no step');
  const file = path.join(directory, 'edge-with-pages.json');
  const assets = { ...step.configuration.assets, directory: inProject('dist/public') };
  writeFileSync(file, JSON.stringify({ ...step.configuration, assets }));
  await runWrangler(['deploy', '--dry-run', '--config', file, '--outdir', path.join(directory, 'edge-with-pages')]);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** A deployment: what was uploaded last under each name, the queue and who takes what it delivers. */
class Deployment {
  readonly #state: string;
  readonly #uploaded = new Map<string, Extract<DeploymentStep, { upload: string }>>();
  #taker: string | null = null;
  #waiting: unknown[] = [];
  /** Messages that the queue was ever given. */
  received = 0;
  #miniflare: Miniflare | null = null;

  constructor(name: string) {
    this.#state = path.join(directory, name);
  }

  async apply(...steps: readonly DeploymentStep[]): Promise<void> {
    for (const step of steps) {
      if ('noLongerTakes' in step) {
        expect([step.noLongerTakes, step.from]).toEqual([queueName, this.#taker]);
        this.#taker = null;
        continue;
      }
      const { name, queues } = step.configuration;
      this.#uploaded.set(name, step);
      if (!queues?.consumers) continue;
      // Cloudflare refuses a second one.
      expect([null, name]).toContain(this.#taker);
      this.#taker = name;
    }
    await this.#miniflare?.dispose();
    this.#miniflare = startMiniflare({
      host: '127.0.0.1',
      port: 0,
      cf: false,
      resourcePersistencePath: this.#state,
      workers: [
        ...[...this.#uploaded.values()].map((step) => this.#workerOf(step)),
        directoryWorker('edgematte-directory'),
        this.#queue(),
      ],
    });
    await this.#miniflare.ready;
    await updateDirectory(this.#miniflare);
  }

  async ask(place: string, init: RequestInit = {}): Promise<Response> {
    const base = await this.#miniflare?.unsafeGetDirectURL('edgematte');
    return fetch(`${base?.origin}${place}`, { redirect: 'manual', ...init });
  }

  /** How many calls the directory counts. */
  async counted(): Promise<number> {
    const database = await this.#miniflare?.getD1Database('DIRECTORY', 'edgematte');
    return (await database?.prepare('SELECT SUM(calls) AS calls FROM usage').first<number>('calls')) ?? 0;
  }

  /** Delivers what waits, if somebody takes it. */
  async deliver(): Promise<void> {
    if (this.#taker === null || !this.#miniflare || this.#waiting.length === 0) return;
    const worker = await this.#miniflare.getWorker(this.#taker);
    const messages = this.#waiting.map((body, id) => ({ id: String(id), timestamp: new Date(), attempts: 1, body }));
    this.#waiting = [];
    expect(await worker.queue(queueName, messages)).toMatchObject({ outcome: 'ok' });
  }

  /** Does the daily work where a schedule asks for it. @returns of which Workers */
  async spendDay(): Promise<string[]> {
    const asked = [...this.#uploaded.values()].filter(({ configuration: { triggers } }) =>
      triggers?.crons.includes('17 3 * * *'),
    );
    for (const { configuration } of asked) {
      const worker = await this.#miniflare?.getWorker(configuration.name);
      expect(await worker?.scheduled({ scheduledTime: new Date(), cron: '17 3 * * *' })).toMatchObject({
        outcome: 'ok',
      });
    }
    return asked.map(({ as }) => as);
  }

  async end(): Promise<void> {
    await this.#miniflare?.dispose();
  }

  /** Miniflare forgets what waits in its own queues. */
  #queue(): V4WorkerOptions {
    return {
      name: 'queue',
      modules: true,
      script: `import { WorkerEntrypoint } from 'cloudflare:workers';
        export class Queue extends WorkerEntrypoint {
          async send(message) { await this.env.KEEP.fetch('http://queue/', { method: 'POST', body: JSON.stringify(message) }) }
        }
        export default {}`,
      compatibilityDate,
      serviceBindings: {
        KEEP: async (request: { json(): Promise<unknown> }) => {
          this.#waiting.push(await request.json());
          this.received++;
          return new Response() as never;
        },
      },
    };
  }

  #workerOf({ upload, as, configuration }: Extract<DeploymentStep, { upload: string }>): V4WorkerOptions {
    const { name, services = [], durable_objects, d1_databases = [], assets, queues, vars } = configuration;
    const isEdge = upload === 'edge';
    const hasPages = as.startsWith('edge-with-pages');
    const own = hasPages
      ? secrets
      : isEdge || upload === 'pages'
        ? variablesFor(upload as 'edge' | 'pages', secrets)
        : {};
    const bound = services.map(({ binding, service, entrypoint }): [string, { name: string; entrypoint?: string }] => {
      return [binding, { name: service, ...(typeof entrypoint === 'string' && { entrypoint }) }];
    });
    return {
      name,
      ...modulesIn(hasPages ? path.join(directory, 'edge-with-pages') : inProject('dist', upload)),
      compatibilityDate,
      compatibilityFlags: upload === 'fetcher' ? ['global_fetch_strictly_public'] : ['nodejs_compat'],
      bindings: { ...textsOf(vars), ...own },
      serviceBindings: {
        ...Object.fromEntries(bound),
        ...(queues && { USAGE: { name: 'queue', entrypoint: 'Queue' } }),
      },
      durableObjects: Object.fromEntries(
        (durable_objects?.bindings ?? []).map(({ name: binding, class_name, script_name }) => [
          binding,
          { className: String(class_name), useSQLite: true, ...(script_name && { scriptName: script_name }) },
        ]),
      ),
      d1Databases: Object.fromEntries(
        d1_databases.map(({ binding, database_name }) => [String(binding), database_name]),
      ),
      ...(assets && {
        assets: {
          directory: inProject('dist/public'),
          binding: 'ASSETS',
          routerConfig: { invoke_user_worker_ahead_of_assets: true, has_user_worker: true },
        },
      }),
      ...(isEdge && { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }),
    };
  }
}

function textsOf(vars: Configuration['vars'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
}

function modulesIn(folder: string) {
  const files = readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file));
  files.sort((one, other) => Number(other.endsWith('.js')) - Number(one.endsWith('.js')));
  return {
    modulesRoot: folder,
    modules: files.map((file) => ({
      type: file.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
      path: path.join(folder, file),
    })),
  };
}

const admin = { Authorization: `Bearer ${secrets.ADMIN_TOKEN}`, 'Content-Type': 'application/json' };

/** Somebody who calls by a key and is signed in. */
class Customer {
  readonly #deployment: Deployment;
  /** Calls that were answered. */
  calls = 0;
  #key = '';
  #cookie = '';

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  async begin(): Promise<void> {
    const post = async (place: string, body: object) => {
      const answer = await this.#deployment.ask(place, { method: 'POST', headers: admin, body: JSON.stringify(body) });
      expect([place, answer.status]).toEqual([place, 201]);
      return answer;
    };
    await post('/admin/accounts', person);
    this.#key = ((await (await post('/admin/keys', { type: 'test', credits: 10 })).json()) as { key: string }).key;
    const form = await (await this.#deployment.ask('/sign-in')).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
    const { origin } = new URL((await this.#deployment.ask('/healthz')).url);
    const body = new URLSearchParams({ csrf, ...person });
    const signed = await this.#deployment.ask('/sign-in', { method: 'POST', headers: { Origin: origin }, body });
    expect(signed.status).toBe(303);
    this.#cookie = signed.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
  }

  /** Does what customers do. */
  async visit(): Promise<void> {
    const called = await this.#deployment.ask('/available-credit', { headers: { 'X-API-Key': this.#key } });
    expect(called.status).toBe(200);
    this.calls++;
    for (const place of ['/dashboard', '/dashboard/keys', '/dashboard/billing']) {
      const page = await this.#deployment.ask(place, { headers: { Cookie: this.#cookie } });
      expect([place, page.status]).toEqual([place, 200]);
    }
    const session = await this.#deployment.ask('/playground/session', { headers: { Cookie: this.#cookie } });
    expect(await session.json()).toMatchObject({ account: { email: person.email } });
    const counted = await this.#deployment.ask('/admin/secrets', { headers: admin });
    expect(await counted.json()).toMatchObject({
      values: expect.arrayContaining([expect.objectContaining({ keys: 1 })]),
    });
  }
}

/** What each route answers: of pages that show the moment only the form. */
async function answersOf(deployment: Deployment): Promise<Record<string, unknown>> {
  const pages = Object.values(pageLists).flatMap(({ pages: listed }) => listed.map(({ path: place }) => place));
  const api = [
    ...operations.map(({ path: place }) => place),
    ...processingOperations.map(({ name }) => `/playground/${name}`),
    ...['/healthz', '/metrics', '/admin', '/admin/keys', '/admin/operators', '/admin/secrets', '/admin/nowhere'],
    ...['/v1.0', '/v1.0/', '/v1.0/nowhere', '/v1.0/account', '/v1.0/removebg', '/v1.0/improve'],
  ];
  const beside = [
    '/status.json',
    '/openapi.json',
    '/favicon.svg',
    '/styles/site.css',
    '/scripts/nowhere.js',
    '/local/word',
  ];
  const unknown = [
    '/nowhere',
    '/docs/nowhere',
    '/playground/nowhere',
    '/playground/session',
    '/billing/webhook',
    '//',
    '/%2e%2e',
  ];
  const answers: Record<string, unknown> = {};
  for (const place of [...pages, ...api, ...beside, ...unknown]) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      for (const accept of ['text/html', '*/*']) {
        for (const authorization of place.startsWith('/admin') ? ['', admin.Authorization] : ['']) {
          const headers = { Accept: accept, ...(authorization && { Authorization: authorization }) };
          const body = method === 'POST' ? 'text that nobody asked for' : undefined;
          const answer = await deployment.ask(place, { method, headers, body });
          answers[`${method} ${place} ${accept} ${authorization}`] = await described(answer);
        }
      }
    }
  }
  return answers;
}

async function described(answer: Response) {
  const text = await answer.text();
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date' && name !== 'etag'));
  if ('x-request-id' in headers) headers['x-request-id'] = 'an id';
  const isJson = headers['content-type']?.startsWith('application/json');
  const body = isJson ? text.slice(0, 60) : text.length > 200 ? 'long' : text;
  return { status: answer.status, headers, body: /"asked_at"|csrf_token/.test(body) ? 'of the moment' : body };
}

/** What stands before a change. */
function standing(change: Exclude<DeploymentChange, 'first'>): readonly DeploymentStep[] {
  if (change === 'remove-pages') return stepsOf(null, configurations, entry);
  const back = stepsOf('remove-pages', configurations, entry).filter((step) => 'upload' in step);
  return back.filter(({ as }) => as !== 'edge-with-pages' && as !== 'pages-without-queue');
}

test.each(['add-pages', 'remove-pages'] as const)(
  '%s: no call fails, no session ends, no usage is lost',
  async (change) => {
    const deployment = new Deployment(change);
    await deployment.apply(...standing(change));
    const customer = new Customer(deployment);
    await customer.begin();
    for (const step of [null, ...stepsOf(change, configurations, entry)]) {
      if (step) await deployment.apply(step);
      await customer.visit();
      // It is sent behind the answer.
      await expect.poll(() => deployment.received).toBe(customer.calls);
      await deployment.deliver();
    }
    expect(await deployment.counted()).toBe(customer.calls);
    expect(await deployment.spendDay()).toEqual(
      change === 'add-pages' ? ['edge', 'pages'] : ['edge-with-pages-and-queue'],
    );
    await deployment.end();
  },
);

test('every route answers alike before and after', async () => {
  const before = new Deployment('before');
  await before.apply(...standing('add-pages'));
  const answersBefore = await answersOf(before);
  await before.end();
  const after = new Deployment('after');
  await after.apply(...stepsOf(null, configurations, entry));
  const answersAfter = await answersOf(after);
  await after.end();
  expect(Object.keys(answersBefore).length).toBeGreaterThan(500);
  expect(answersAfter).toEqual(answersBefore);
});
