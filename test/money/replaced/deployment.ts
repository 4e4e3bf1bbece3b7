/** A deployed ledger on a state that lasts. Deploying anew ends its object wherever it is, and the next version goes on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { convertV4MiniflareOptions, Response as LocalResponse, Miniflare } from 'miniflare';
import type { LedgerCalls } from '../../../src/contract/account.ts';
import { compatibilityDate } from '../../../src/local/compatibility-date.ts';
import { inProject } from '../../../src/local/root.ts';

/** A place in the work of the object. After `ends` it has written and not answered yet. */
export type Point = `${'admit' | 'settle' | 'alarm'} ${'begins' | 'ends'}`;

type Method = 'admit' | 'renew' | 'settle' | 'release' | 'open' | 'keyState' | 'entries' | 'audit';

export class Deployment {
  /** Which version answered last. */
  answeredBy: string | null = null;
  readonly #script: string;
  readonly #leaseMs: number;
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'edgematte-replaced-'));
  #version = 1;
  #miniflare: Miniflare | null = null;
  #awaited: { readonly point: Point; readonly reached: () => void } | null = null;

  private constructor(script: string, leaseMs: number) {
    this.#script = script;
    this.#leaseMs = leaseMs;
  }

  static async begin(leaseMs: number): Promise<Deployment> {
    const { outputFiles } = await build({
      entryPoints: [inProject('test/money/replaced/ledger-worker.ts')],
      bundle: true,
      format: 'esm',
      external: ['cloudflare:workers'],
      write: false,
    });
    const deployment = new Deployment(outputFiles[0].text, leaseMs);
    deployment.#miniflare = new Miniflare(deployment.#options());
    await deployment.#miniflare.ready;
    return deployment;
  }

  /** The calls of the ledger. Each fails where the object ends under it. */
  readonly ledger: Pick<LedgerCalls, Method> = {
    admit: (...terms) => this.#call('admit', terms),
    renew: (...terms) => this.#call('renew', terms),
    settle: (...terms) => this.#call('settle', terms),
    release: (...terms) => this.#call('release', terms),
    open: (...terms) => this.#call('open', terms),
    keyState: (...terms) => this.#call('keyState', terms),
    entries: (...terms) => this.#call('entries', terms),
    audit: (...terms) => this.#call('audit', terms),
  };

  /** Resolves when the object has come to that point, where it stays. */
  reach(point: Point): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { point, reached: resolve };
    });
  }

  /** Ends the object where it is, and puts the next version in its place. */
  async replace(): Promise<void> {
    this.#version += 1;
    await this.#miniflare?.setOptions(this.#options());
  }

  async end(): Promise<void> {
    await this.#miniflare?.dispose();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  get version(): string {
    return String(this.#version);
  }

  #options() {
    return convertV4MiniflareOptions({
      modules: true,
      script: `// ${this.version}\n${this.#script}`,
      compatibilityDate,
      compatibilityFlags: ['nodejs_compat'],
      cf: false as const,
      bindings: { VERSION: this.version, LEASE_MS: String(this.#leaseMs) },
      durableObjects: { LEDGERS: { className: 'KeyLedger', useSQLite: true } },
      durableObjectsPersist: this.#directory,
      serviceBindings: { POINTS: ({ url }: { url: string }) => this.#pass(decodeURIComponent(new URL(url).pathname)) },
    });
  }

  async #pass(place: string): Promise<LocalResponse> {
    if (place !== `/${this.#awaited?.point}`) return new LocalResponse();
    this.#awaited?.reached();
    this.#awaited = null;
    return new Promise(() => {});
  }

  async #call<Name extends Method>(name: Name, terms: unknown): Promise<Awaited<ReturnType<LedgerCalls[Name]>>> {
    if (!this.#miniflare) throw new Error('Nothing is deployed');
    const answer = await this.#miniflare.dispatchFetch(`http://ledger/${name}`, {
      method: 'POST',
      body: JSON.stringify(terms),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    this.answeredBy = answer.headers.get('X-Version');
    const body = (await answer.json()) as { answer: Awaited<ReturnType<LedgerCalls[Name]>> };
    return body.answer;
  }
}
