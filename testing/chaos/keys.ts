/** The keys that clients spend from, and the admin API that creates them and reports their accounts. */
import * as z from 'zod';

/** What an answer to a client of this key may be, beside what every key may get. */
export type KeyKind = 'plenty' | 'poor' | 'slow-rate' | 'restricted';

export interface ChaosKey {
  readonly id: string;
  readonly key: string;
  readonly kind: KeyKind;
  /** How often it is drawn. */
  readonly weight: number;
}

/** An entry of the wallet's ledger. */
export interface SeenEntry {
  readonly sequence: number;
  readonly kind: string;
  readonly amount: number;
  readonly request_id: string | null;
  readonly balance_after: number;
}

export interface Account {
  readonly balance: number;
  readonly openHolds: number;
  /** Oldest first. */
  readonly entries: readonly SeenEntry[];
}

const terms: Readonly<Record<KeyKind, Readonly<Record<string, unknown>>>> = {
  plenty: { credits: 1_000_000, rate_per_minute: 100_000 },
  poor: { credits: 8, rate_per_minute: 100_000 },
  'slow-rate': { credits: 1_000_000, rate_per_minute: 7 },
  restricted: { credits: 1_000_000, rate_per_minute: 100_000, endpoints: ['alpha-channel', 'car-layers-base64'] },
};

const weights: Readonly<Record<KeyKind, number>> = { plenty: 4, poor: 1, 'slow-rate': 1, restricted: 1 };

/** What is used of the admin API's answer. */
const wallet = z.object({ balance: z.int(), open_holds: z.int() });
const created = z.object({ id: z.string(), key: z.string() });
const entryPage = z.object({
  entries: z.array(
    z.object({
      sequence: z.int(),
      kind: z.string(),
      amount: z.int(),
      request_id: z.string().nullable(),
      balance_after: z.int(),
    }),
  ),
  next_cursor: z.string().nullable(),
});

const patienceMs = 10_000;
const attempts = 5;

/** The admin API of the service under attack. */
export class Operator {
  readonly #base: string;
  readonly #token: string;

  constructor(base: string, token: string) {
    this.#base = base;
    this.#token = token;
  }

  /** @throws Error when the service makes none */
  async createKey(kind: KeyKind): Promise<ChaosKey> {
    const { id, key } = created.parse(await this.#ask('POST', '/keys', { type: 'test', ...terms[kind] }));
    return { id, key, kind, weight: weights[kind] };
  }

  /** Credits held for calls in work. */
  async openHolds(id: string): Promise<number> {
    return wallet.parse(await this.#ask('GET', `/keys/${id}`)).open_holds;
  }

  /** Balance and every entry of a key. */
  async account(id: string): Promise<Account> {
    const entries: SeenEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: z.infer<typeof entryPage> = entryPage.parse(
        await this.#ask('GET', `/keys/${id}/entries?limit=200${cursor}`),
      );
      entries.push(...page.entries);
      cursor = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
    }
    const { balance, open_holds } = wallet.parse(await this.#ask('GET', `/keys/${id}`));
    return { balance, openHolds: open_holds, entries: entries.reverse() };
  }

  /** Asks again while the service is coming back. */
  async #ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(`${this.#base}/admin${path}`, {
          method,
          headers: { Authorization: `Bearer ${this.#token}`, 'Content-Type': 'application/json', Connection: 'close' },
          body: body === undefined ? undefined : JSON.stringify(body),
          signal: AbortSignal.timeout(patienceMs),
        });
        if (answer.ok) return await answer.json();
        throw new Error(`${method} /admin${path} was answered ${answer.status}: ${await answer.text()}`);
      } catch (cause) {
        if (attempt === attempts || cause instanceof z.ZodError) throw cause;
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
    }
  }
}
