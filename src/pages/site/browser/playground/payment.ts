/** Who pays for a call: a wallet of the account, the demo key of this machine, or the trial. And what is left there. */
import { chosen, element, onChoice, show } from './elements.ts';
import { askSession, type PageSession } from './session.ts';

export type Payment =
  | {
      readonly kind: 'trial';
      readonly csrfToken: string;
      readonly maxPixels: number;
      /** Whether the call is a click on a picture that was just made, which uses no try. */
      readonly isClick?: boolean;
    }
  | { readonly kind: 'wallet'; readonly csrfToken: string; readonly account: string; readonly type: string }
  | { readonly kind: 'key'; readonly key: string };

/** Whose calls share their names: a key, or a wallet of an account. Null for the trial, whose calls cannot be repeated. */
export function payerOf(payment: Payment): string | null {
  switch (payment.kind) {
    case 'key':
      return payment.key;
    case 'wallet':
      return `${payment.account} ${payment.type}`;
    case 'trial':
      return null;
  }
}

const names: Readonly<Record<string, string>> = { test: 'Test wallet', live: 'Live wallet', key: 'Demo key' };
const radioName = 'wallet';

/** The key that `npm start` made for this machine; an empty text elsewhere. */
export function demoKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="demo-key"]')?.content ?? '';
}

/** The part of the form that says who pays. */
export class PaymentPanel {
  readonly #place = element('payment', HTMLElement);
  readonly #whenChanged: () => void;
  #session: Promise<PageSession> = askSession();
  #shown = '';

  /** @param whenChanged called when another one pays from now on */
  constructor(whenChanged: () => void) {
    this.#whenChanged = whenChanged;
    this.#showSession();
  }

  /** What the next call costs, in words. */
  get cost(): string {
    return demoKey() || chosen(radioName) ? '1 credit' : 'free try';
  }

  /** Who pays for the next call. @throws Error where the service does not say who is there */
  async payment(): Promise<Payment> {
    const key = demoKey();
    if (key && (chosen(radioName) || 'key') === 'key') return { kind: 'key', key };
    const { csrfToken, account, trial } = await this.#session;
    if (!account) return { kind: 'trial', csrfToken, maxPixels: trial.maxPixels };
    return { kind: 'wallet', csrfToken, account: account.id, type: chosen(radioName) || 'test' };
  }

  /** Whether the service takes points; false where it does not say. */
  async takesPoints(): Promise<boolean> {
    return (await this.#session.catch(() => null))?.takesPoints ?? false;
  }

  /** Asks anew: after a call, or where a token has ended. */
  async refresh(): Promise<void> {
    this.#session = askSession();
    await this.#showSession();
  }

  async #showSession(): Promise<void> {
    const session = await this.#session.catch(() => null);
    const wallets = session?.account?.wallets ?? [];
    const choices = [...(demoKey() ? ['key'] : []), ...wallets.map(({ type }) => type)];
    if (this.#shown !== choices.join()) this.#showChoices(choices);
    this.#shown = choices.join();
    for (const { type, credit } of wallets) {
      const place = this.#place.querySelector(`[data-credit="${type}"]`);
      if (place) place.textContent = `${credit.toLocaleString('en-GB')} ${credit === 1 ? 'credit' : 'credits'}`;
    }
    this.#note().replaceChildren(...noteOf(session));
    const mayFetch = session?.fetchesAddresses && (session.account || demoKey());
    show(element('by-address', HTMLElement), Boolean(mayFetch));
  }

  /** A radio button for each; none where only the trial pays. */
  #showChoices(choices: readonly string[]): void {
    this.#place.querySelector('fieldset')?.remove();
    if (choices.length === 0) return;
    const before = chosen(radioName);
    const set = document.createElement('fieldset');
    set.className = 'choices';
    const legend = document.createElement('legend');
    legend.textContent = 'Paid by';
    set.append(legend);
    for (const value of choices) {
      const label = document.createElement('label');
      label.className = 'choice';
      const input = document.createElement('input');
      Object.assign(input, { type: 'radio', name: radioName, value });
      input.checked = value === (choices.includes(before) ? before : choices[0]);
      const credit = document.createElement('span');
      credit.className = 'credit';
      credit.dataset.credit = value;
      label.append(input, names[value] ?? value, credit);
      set.append(label);
    }
    this.#place.prepend(set);
    onChoice(radioName, this.#whenChanged);
    this.#whenChanged();
  }

  #note(): HTMLElement {
    return element('payment-note', HTMLElement);
  }
}

function noteOf(session: PageSession | null): readonly (string | Node)[] {
  if (!session) return ['The service cannot be reached.'];
  if (session.account) return [`Signed in as ${session.account.email}. A picture costs 1 credit.`];
  const { left, perDay, maxPixels } = session.trial;
  if (demoKey()) return ['The demo key was made for this machine alone.'];
  if (perDay === 0) return [link('/sign-in', 'Sign in'), ' to try a photo.'];
  const megapixels = maxPixels / 1_000_000;
  return [
    `Trial: ${left} of ${perDay} photos left today, scaled to ${megapixels} megapixels. `,
    'A try that you cancel may count, and there is no free repeat. ',
    link('/sign-up', 'Sign up'),
    ' for full size and free repeats.',
  ];
}

function link(path: string, text: string): HTMLElement {
  const anchor = document.createElement('a');
  anchor.href = path;
  anchor.textContent = text;
  return anchor;
}
