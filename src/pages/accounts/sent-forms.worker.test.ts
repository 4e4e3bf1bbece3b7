import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AccountsEnv, type AccountsSetup, accountsSetup } from './environment.ts';
import { beginForm, earlierAnswer, endForm, type SentForm, sentForm } from './sent-forms.ts';

const bindings = { ...env, SESSION_SECRET: 'a secret' };
const answer = { location: '/there', cookies: ['a=1; Path=/', 'b=2'] };
const dayMs = 86_400_000;
let waits = 0;
/** What happens while somebody waits. */
let meanwhile: () => Promise<void>;

const startTimer = setTimeout;
// Waiting takes no time here.
beforeEach(() => {
  [waits, meanwhile] = [0, async () => {}];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((resume) => {
    waits++;
    meanwhile().then(() => resume());
    return startTimer(() => {});
  });
});
afterEach(() => void vi.restoreAllMocks());

function setupWith(changes: Partial<AccountsEnv> = {}): AccountsSetup {
  const setup = accountsSetup(new Request('http://127.0.0.1/'), { ...bindings, ...changes });
  if (!setup) throw new Error('Accounts are not set up');
  return setup;
}
const setup = setupWith();

async function newForm(fields: Record<string, string> = {}): Promise<SentForm> {
  const form = await sentForm('/path', new URLSearchParams({ form: crypto.randomUUID(), ...fields }), setup);
  if (!form) throw new Error('The form has no id');
  return form;
}

test('a form without an id is none that counts once', async () => {
  expect(await sentForm('/path', new URLSearchParams({ name: 'x' }), setup)).toBeNull();
  expect(await sentForm('/path', new URLSearchParams({ form: '' }), setup)).toBeNull();
});

test('one that has ended answers every later one, until its time is over', async () => {
  const form = await newForm();
  expect(await earlierAnswer(form, setup)).toBeNull();
  expect(await beginForm(form, setup)).toBeNull();
  await endForm(form, answer, dayMs, setup);
  expect([await earlierAnswer(form, setup), await beginForm(form, setup)]).toEqual([answer, answer]);
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs + dayMs + 1);
  expect([await earlierAnswer(form, setup), await beginForm(form, setup)]).toEqual([null, null]);
});

test('a second one waits for the first, and is answered alike', async () => {
  const form = await newForm();
  await beginForm(form, setup);
  meanwhile = async () => {
    if (waits === 3) await endForm(form, answer, dayMs, setup);
  };
  expect([await beginForm(form, setup), waits]).toEqual([answer, 3]);
});

test('where the first led nowhere the second is done', async () => {
  const form = await newForm();
  await beginForm(form, setup);
  meanwhile = () => endForm(form, null, dayMs, setup);
  expect(await beginForm(form, setup)).toBeNull();
});

test('where the first does not end the second is refused, and done once the first must have been interrupted', async () => {
  const form = await newForm();
  await beginForm(form, setup);
  const refused = { refusal: { status: 503, retryAfterSeconds: 5 }, cause: 'A form is still in work' };
  await expect(beginForm(form, setup)).rejects.toMatchObject(refused);
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs + 60_001);
  expect(await beginForm(form, setup)).toBeNull();
});

test('one waits for another fifty times a fifth of a second', async () => {
  const form = await newForm();
  await beginForm(form, setup);
  await expect(earlierAnswer(form, setup)).rejects.toMatchObject({ refusal: { status: 503, retryAfterSeconds: 5 } });
  expect(waits).toBe(50);
  expect(new Set(vi.mocked(setTimeout).mock.calls.map(([, ms]) => ms))).toEqual(new Set([200]));
});

test('a form that is begun and leads nowhere again and again is refused', async () => {
  const form = await newForm();
  const row = 'INSERT OR IGNORE INTO sent_form (name, expires_at) VALUES (?, ?)';
  let begun = 0;
  const DIRECTORY = new Proxy(bindings.DIRECTORY, {
    get(directory, called) {
      if (called === 'prepare') return (statement: string) => directory.prepare(statement);
      return async (statements: D1PreparedStatement[]) => {
        begun++;
        await directory
          .prepare(row)
          .bind(form.name, Date.now() + dayMs)
          .run();
        const answers = await directory.batch(statements);
        await endForm(form, null, dayMs, setup);
        return answers;
      };
    },
  });
  const refused = { refusal: { status: 503, retryAfterSeconds: 5 }, cause: 'A form is in work again and again' };
  await expect(beginForm(form, setupWith({ DIRECTORY }))).rejects.toMatchObject(refused);
  expect(begun).toBe(50);
});

test('what was interrupted or has ended is forgotten', async () => {
  const count = () => bindings.DIRECTORY.prepare('SELECT COUNT(*) AS rows FROM sent_form').first('rows');
  const nowMs = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => nowMs + 10 * dayMs);
  await beginForm(await newForm(), setup);
  expect(await count()).toBe(1);
});

test('an answer that cannot be kept goes out all the same', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  const DIRECTORY = new Proxy(bindings.DIRECTORY, {
    get: () => () => {
      throw new Error('out of reach');
    },
  });
  await endForm(await newForm(), answer, dayMs, setupWith({ DIRECTORY }));
  expect(lines).toEqual([expect.stringContaining('form-not-kept')]);
});
