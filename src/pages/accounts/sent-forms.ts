/**
 * Forms count once. A form carries a random id. Sent a second time with the same fields, it does nothing and gets the answer
 * of the first. What is kept shows neither fields nor answer: a name that is an HMAC, and an answer that is encrypted
 * under a key made of the fields.
 */
import * as z from 'zod';
import { Refused, refusal } from '../../contract/refusals.ts';
import { hidden } from './addresses.ts';
import type { AccountsSetup } from './environment.ts';
import { seal, unseal } from './sealing.ts';

/** A form that was sent. */
export interface SentForm {
  readonly name: string;
  /** Path and fields. */
  readonly text: string;
}

/** Where a form led. */
export interface Led {
  readonly location: string;
  /** Values of `Set-Cookie`. */
  readonly cookies: readonly string[];
}

const led = z.object({ location: z.string(), cookies: z.array(z.string()) });

/** A form in work for longer was interrupted. */
const workMs = 60_000;
/** How often, and how long, a second one waits for the first. */
const maxPolls = 50;
const pollMs = 200;

/** The form of a request; null where it carries no id. @param path of the request */
export async function sentForm(path: string, fields: URLSearchParams, setup: AccountsSetup): Promise<SentForm | null> {
  if (!fields.get('form')) return null;
  const text = `${path}?${fields}`;
  return { name: await hidden('form', text, setup), text };
}

/**
 * Where a form led when it was sent before; waits for one that is in work.
 * @returns null where it was not sent before, or led nowhere: then it may be sent again
 * @throws Refused 503 where the first has not ended in time
 */
export async function earlierAnswer(
  form: SentForm,
  { env, secret, formerSecrets }: AccountsSetup,
): Promise<Led | null> {
  for (let poll = 0; poll < maxPolls; poll++) {
    const row = await env.DIRECTORY.prepare('SELECT answer FROM sent_form WHERE name = ? AND expires_at > ?')
      .bind(form.name, Date.now())
      .first<{ answer: string | null }>();
    if (!row) return null;
    if (row.answer !== null) {
      const text = await unseal(row.answer, purposeOf(form), [secret, ...formerSecrets]);
      return text === null ? null : led.parse(JSON.parse(text));
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), 'A form is still in work');
}

/**
 * Begins the work of a form. The caller ends it with `endForm`.
 * @returns null where this is the first; else where the first one led
 * @throws Refused as `earlierAnswer`
 */
export async function beginForm(form: SentForm, setup: AccountsSetup): Promise<Led | null> {
  const { DIRECTORY } = setup.env;
  for (let round = 0; round < maxPolls; round++) {
    const nowMs = Date.now();
    const [, inserted] = await DIRECTORY.batch([
      DIRECTORY.prepare('DELETE FROM sent_form WHERE expires_at <= ?').bind(nowMs),
      DIRECTORY.prepare('INSERT INTO sent_form (name, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING').bind(
        form.name,
        nowMs + workMs,
      ),
    ]);
    if (inserted.meta.changes === 1) return null;
    const answer = await earlierAnswer(form, setup);
    if (answer) return answer;
  }
  throw new Refused(refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }), 'A form is in work again and again');
}

/**
 * Ends the work of a form. Never throws: what could not be kept is logged, and its answer goes out all the same.
 * @param answer where it led; null forgets the form, so that it can be sent again
 * @param lifeMs how long a second one is answered alike
 */
export async function endForm(form: SentForm, answer: Led | null, lifeMs: number, setup: AccountsSetup): Promise<void> {
  const { DIRECTORY } = setup.env;
  try {
    if (answer === null) {
      await DIRECTORY.prepare('DELETE FROM sent_form WHERE name = ?').bind(form.name).run();
      return;
    }
    const sealed = await seal(JSON.stringify(answer), purposeOf(form), setup.secret);
    await DIRECTORY.prepare('UPDATE sent_form SET answer = ?, expires_at = ? WHERE name = ?')
      .bind(sealed, Date.now() + lifeMs, form.name)
      .run();
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'form-not-kept', cause: String(cause) }));
  }
}

function purposeOf({ text }: SentForm): string {
  return `form:${text}`;
}
