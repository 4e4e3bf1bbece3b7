/** Which wallet of the account pays, and what it has. */
import { element } from '../playground/elements.ts';
import type { Payment } from '../playground/payment.ts';
import { askSession, type PageSession } from '../playground/session.ts';
import { counted } from './plan.ts';

type Account = NonNullable<PageSession['account']>;

const names: Readonly<Record<string, string>> = { test: 'Test', live: 'Live' };

/** The wallets of the person who is signed in. */
export class Wallets {
  readonly #field = element('wallet', HTMLSelectElement);
  #csrfToken = '';
  #account: Account | null = null;
  #takesPoints = false;

  /** Asks who is there. @returns false where nobody is signed in. @throws Error where the service does not say */
  async ask(): Promise<boolean> {
    const { csrfToken, account, takesPoints } = await askSession();
    this.#csrfToken = csrfToken;
    this.#takesPoints = takesPoints;
    this.#account = account;
    if (account) this.#show(account);
    return account !== null;
  }

  /** Whether the service takes points. */
  get takesPoints(): boolean {
    return this.#takesPoints;
  }

  /** Credits of the wallet that is chosen. */
  get have(): number {
    return this.#account?.wallets.find(({ type }) => type === this.#field.value)?.credit ?? 0;
  }

  /** Who pays for the next call. @throws Error where nobody is signed in */
  get payment(): Payment {
    if (!this.#account) throw new Error('Nobody is signed in');
    return { kind: 'wallet', csrfToken: this.#csrfToken, account: this.#account.id, type: this.#field.value };
  }

  #show({ wallets }: Account): void {
    const before = this.#field.value;
    this.#field.replaceChildren(
      ...wallets.map(({ type, credit }) => new Option(`${names[type] ?? type}, ${counted(credit, 'credit')}`, type)),
    );
    if (wallets.some(({ type }) => type === before)) this.#field.value = before;
  }
}
