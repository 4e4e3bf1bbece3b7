/** The field of the API key and what the key can spend. The key lives in the field and nowhere else. */
import { askCredit } from './api.ts';
import { element } from './elements.ts';
import { day } from './facts.ts';
import { CallFailed } from './failures.ts';

/** The field, its note and the button that shows the key. */
export class KeyPanel {
  readonly #field = element('key', HTMLInputElement);
  readonly #note = element('key-note', HTMLElement);
  readonly #toggle = element('key-show', HTMLButtonElement);
  readonly #promise = this.#note.textContent ?? '';
  #question = new AbortController();

  /** @param whenEntered called when the visitor has given another key */
  constructor(whenEntered: () => void) {
    this.#field.value = demoKey();
    this.#field.addEventListener('change', () => {
      this.refreshCredit();
      if (this.key) whenEntered();
    });
    this.#toggle.addEventListener('click', () => {
      const secret = this.#field.classList.toggle('secret');
      this.#toggle.textContent = secret ? 'Show' : 'Hide';
      this.#toggle.setAttribute('aria-pressed', String(!secret));
    });
    if (this.key) this.refreshCredit();
  }

  /** The key, or an empty text. */
  get key(): string {
    return this.#field.value.trim();
  }

  /** What a command line shows for the key: itself when it is the open demo key, else a shell variable. */
  get shownKey(): string {
    return this.key !== '' && this.key === demoKey() ? this.key : '$EDGEMATTE_KEY';
  }

  /** Asks for a key, in words and by moving the focus. */
  ask(): void {
    this.#say('Enter an API key to go on with this photo.', true);
    this.#field.focus();
  }

  /** Shows what is left. A question that is still open is dropped in favour of this one. */
  async refreshCredit(): Promise<void> {
    this.#question.abort();
    this.#question = new AbortController();
    const { signal } = this.#question;
    if (!this.key) return this.#say(this.#promise, false);
    try {
      const { credit, expirationDate } = await askCredit(this.key, signal);
      this.#say(
        `${credit.toLocaleString('en-GB')} ${credit === 1 ? 'credit' : 'credits'} left, until ${day(expirationDate)}.`,
        false,
      );
    } catch (cause) {
      if (signal.aborted) return;
      if (!(cause instanceof CallFailed)) throw cause;
      this.#say(cause.failure.text, true);
    }
  }

  #say(text: string, wrong: boolean): void {
    this.#note.textContent = text;
    this.#note.classList.toggle('wrong', wrong);
    this.#field.setAttribute('aria-invalid', String(wrong));
  }
}

function demoKey(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="demo-key"]')?.content ?? '';
}
