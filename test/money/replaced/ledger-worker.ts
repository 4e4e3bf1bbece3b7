/** The ledger in a Worker of its own. Its methods are called over HTTP, and it names where it is, so that a test can end it there. */
import { KeyLedger as Ledger } from '../../../src/money/ledger/ledger.ts';

interface Environment {
  readonly LEDGERS: DurableObjectNamespace<KeyLedger>;
  /** Answers when the object may go on. */
  readonly POINTS: Fetcher;
  readonly VERSION: string;
}

export class KeyLedger extends Ledger {
  override admit(...terms: Parameters<Ledger['admit']>) {
    return this.#between('admit', () => super.admit(...terms));
  }

  override settle(...terms: Parameters<Ledger['settle']>) {
    return this.#between('settle', () => super.settle(...terms));
  }

  override alarm() {
    return this.#between('alarm', () => super.alarm());
  }

  async #between<Answer>(what: 'admit' | 'settle' | 'alarm', work: () => Promise<Answer>): Promise<Answer> {
    await this.#pass(`${what} begins`);
    const answer = await work();
    // The request goes out once what was written is on the disk.
    await this.#pass(`${what} ends`);
    return answer;
  }

  async #pass(point: string): Promise<void> {
    // A binding of the test beside those that the ledger knows.
    const { POINTS } = this.env as unknown as Environment;
    await POINTS.fetch(`http://points/${encodeURIComponent(point)}`);
  }
}

export default {
  async fetch(request: Request, { LEDGERS, VERSION }: Environment): Promise<Response> {
    const method = new URL(request.url).pathname.slice(1);
    // Called by the name that the test sends.
    const ledger = LEDGERS.getByName('wallet') as unknown as Record<string, (...terms: unknown[]) => Promise<unknown>>;
    const answer = await ledger[method](...(await request.json<unknown[]>()));
    return Response.json({ answer }, { headers: { 'X-Version': VERSION } });
  },
};
