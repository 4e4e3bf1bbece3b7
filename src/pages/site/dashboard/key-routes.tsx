/** Routes of the API Keys section. A key of another account is answered as if there were none. */
import type { Context } from 'hono';
import { maxKeys } from '../../../contract/account.ts';
import { type ScopeName, scopeNames } from '../../../contract/operations.ts';
import { Refused, refusal } from '../../../contract/refusals.ts';
import { withoutSecrets } from '../../../money/keys/format.ts';
import { callsByKey } from '../../../money/usage/key-days.ts';
import { lastUseOf } from '../../../money/usage/last-use.ts';
import * as keys from '../../accounts/own-keys.ts';
import { showOnce, takeShown } from '../../accounts/shown-once.ts';
import { faultOfName } from '../account/rules.ts';
import type { PartOfRoutes } from '../visit/routes.ts';
import { answer, leadTo, type OwnVisit, ownVisit, type Visited } from '../visit/visit.tsx';
import { KeyPage } from './key.tsx';
import { KeysPage, maxSought, shownName, sparkDays } from './keys.tsx';
import { emptyKeyForm, type KeyForm, NewKeyPage } from './new-key.tsx';
import { SecretPage } from './secret.tsx';

export const keyRoutes = {
  pages: {
    '/dashboard/keys': showKeys,
    '/dashboard/keys/new': showNewKey,
    '/dashboard/keys/created': showSecret,
    '/dashboard/keys/:id': showOneKey,
  },
  forms: {
    '/dashboard/keys': takeNewKey,
    '/dashboard/keys/search': takeSearch,
    '/dashboard/keys/:id/:change{name|limit|scope}': takeChange,
    '/dashboard/keys/:id/rotate': takeRotation,
    '/dashboard/keys/:id/revoke': takeRevocation,
  },
} satisfies PartOfRoutes<'dashboard'>;

const maxLimit = 1_000_000_000;
const replaced = 'This key was replaced already. Rotate the newer one, or create another.';
const tooMany = `A wallet has at most ${maxKeys} active keys. Revoke one that you no longer need.`;
const doneWords: Readonly<Record<string, string>> = {
  name: 'The name is changed.',
  limit: 'The limit is set.',
  scope: 'What the key may call is set, from the next call on.',
  shown: 'A new key is shown once. If you have not copied it, revoke it and create another.',
  revoked: 'The key has ended. Calls with it are answered 401.',
};

async function showKeys(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { DIRECTORY } = context.env;
  const own = await keys.ownKeys(visit.who.accountId, visit.setup);
  const [lastUse, calls] = await Promise.all([
    lastUseOf(
      DIRECTORY,
      own.map(({ record }) => record.id),
    ),
    callsByKey(DIRECTORY, [...new Set(own.map(({ record }) => record.wallet))], sparkDays, Date.now()),
  ]);
  const { q = '', done } = context.req.query();
  const page = { keys: own, lastUse, calls, sought: q.trim().slice(0, maxSought), done: doneIn(done) };
  return answer(context, <KeysPage visit={visit} {...page} />);
}

/** Leads to what is looked for. A whole key is looked for by its last characters. */
async function takeSearch(context: Context<Visited>) {
  const text = ownVisit(context).form.get('q')?.trim() ?? '';
  const hint = text === '' ? null : await context.env.KEYS.hintIn(text);
  const sought = hint ?? withoutSecrets(text).slice(0, maxSought);
  return leadTo(sought ? `/dashboard/keys?${new URLSearchParams({ q: sought })}` : '/dashboard/keys');
}

function showNewKey(context: Context<Visited>) {
  return answer(context, <NewKeyPage visit={ownVisit(context)} form={emptyKeyForm} />);
}

async function takeNewKey(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { form } = visit;
  const type = form.get('type') === 'live' ? 'live' : 'test';
  const name = form.get('name')?.trim() ?? '';
  const limit = readLimit(form);
  const operations = readScope(form);
  const wrong = { name: faultOfName(name), limit: limit.wrong, operations: operations.wrong };
  const again: KeyForm = { type, name, limit: form.get('limit') ?? '', operations: operations.ticked, wrong };
  if (Object.values(wrong).some(Boolean))
    return answer(context, <NewKeyPage visit={visit} form={again} />, { status: 422 });
  const terms = { name: name || null, operations: operations.value, limit: limit.value };
  const made = await keys.makeKey(visit.who.accountId, type, terms, visit.setup);
  if (made === 'full') {
    return answer(context, <NewKeyPage visit={visit} form={{ ...again, wrong: { form: tooMany } }} />, { status: 422 });
  }
  return leadToNewKey(visit, made);
}

async function showSecret(context: Context<Visited>) {
  const visit = ownVisit(context);
  const { accountId } = visit.who;
  const { shown, cookies } = await takeShown('new_key', context.req.raw, accountId, visit.setup);
  if (!shown) return leadTo('/dashboard/keys?done=shown', cookies);
  const { id, secret, instead } = shown;
  const { record, state } = found(await keys.ownKey(accountId, id, visit.setup));
  const page = { secret, name: shownName(record), operations: state.operations, instead };
  return answer(context, <SecretPage visit={visit} {...page} />, { cookies });
}

async function showOneKey(context: Context<Visited>) {
  const { who, setup } = ownVisit(context);
  const own = found(await keys.ownKey(who.accountId, idOf(context), setup));
  return showKey(context, own, { done: doneIn(context.req.query('done')) });
}

async function takeChange(context: Context<Visited>) {
  const visit = ownVisit(context);
  const [id, change] = [idOf(context), context.req.param('change') ?? ''];
  const { form, setup, who } = visit;
  const name = form.get('name')?.trim() ?? '';
  const limit = readLimit(form);
  const scope = readScope(form);
  const changes: Readonly<Record<string, [keys.KeyChange, Record<string, string | undefined>]>> = {
    name: [{ name: name || null }, { name: faultOfName(name) }],
    limit: [{ limit: limit.value }, { limit: limit.wrong }],
    scope: [{ operations: scope.value }, { operations: scope.wrong }],
  };
  const [wanted, wrong] = changes[change];
  if (Object.values(wrong).some(Boolean)) {
    return showKey(context, found(await keys.ownKey(who.accountId, id, setup)), { wrong });
  }
  found((await keys.changeKey(who.accountId, id, wanted, setup)) || null);
  return leadTo(`/dashboard/keys/${id}?done=${change}`);
}

async function takeRotation(context: Context<Visited>) {
  const visit = ownVisit(context);
  const id = idOf(context);
  const { accountId } = visit.who;
  const own = found(await keys.ownKey(accountId, id, visit.setup));
  const days = Number(/^\d{1,2}$/.exec(visit.form.get('days')?.trim() ?? '')?.[0] ?? Number.NaN);
  if (!(days <= keys.maxGraceDays)) {
    return showKey(context, own, { wrong: { days: `Please enter a whole number from 0 to ${keys.maxGraceDays}.` } });
  }
  const made = await keys.rotateKey(accountId, id, days, visit.setup);
  if (made === null) return showKey(context, own, { wrong: { days: 'This key has ended.' } });
  if (typeof made === 'string') {
    return showKey(context, own, { wrong: { days: made === 'full' ? tooMany : replaced } });
  }
  const instead = `The key …${own.record.hint} ${days === 0 ? 'has ended' : `ends in ${days} ${days === 1 ? 'day' : 'days'}`}.`;
  return leadToNewKey(visit, made, instead);
}

async function takeRevocation(context: Context<Visited>) {
  const { who, setup, form } = ownVisit(context);
  const id = idOf(context);
  if (form.get('sure') !== 'yes') return leadTo(`/dashboard/keys/${id}`);
  found((await keys.endKey(who.accountId, id, 0, setup)) || null);
  return leadTo('/dashboard/keys?done=revoked');
}

/** Of the key that the path names. */
function idOf(context: Context<Visited>): string {
  return context.req.param('id') ?? '';
}

/** A key, with what was just done or what is wrong by field. */
async function showKey(
  context: Context<Visited>,
  own: keys.OwnKey,
  said: { readonly done?: string; readonly wrong?: Readonly<Record<string, string | undefined>> },
): Promise<Response> {
  const visit = ownVisit(context);
  const { id, wallet } = own.record;
  const { DIRECTORY } = context.env;
  const [lastUse, calls, successor] = await Promise.all([
    lastUseOf(DIRECTORY, [id]),
    callsByKey(DIRECTORY, [wallet], sparkDays, Date.now()),
    keys.successorOfKey(own, visit.setup),
  ]);
  const shown = { own, usedAtMs: lastUse.get(id) ?? null, calls: calls.get(id), successor, ...said };
  const page = <KeyPage visit={visit} {...shown} />;
  return answer(context, page, { status: said.wrong ? 422 : 200 });
}

/** Leads to the page that shows a new key once. @param instead what became of the one that it takes the place of */
async function leadToNewKey({ who, setup }: OwnVisit, made: keys.MadeKey, instead?: string): Promise<Response> {
  const shown = { id: made.record.id, secret: made.key, ...(instead ? { instead } : {}) };
  return leadTo('/dashboard/keys/created', [await showOnce('new_key', shown, who.accountId, setup)]);
}

/** @throws Refused 404 where nothing was found */
function found<Found>(given: Found | null): Found {
  if (given === null) throw new Refused(refusal('NOT_FOUND'));
  return given;
}

function doneIn(word: string | undefined): string | undefined {
  return word !== undefined && Object.hasOwn(doneWords, word) ? doneWords[word] : undefined;
}

function readLimit(form: URLSearchParams): { readonly value: number | null; readonly wrong?: string } {
  const text = form.get('limit')?.replace(/[\s,]/g, '') ?? '';
  if (text === '') return { value: null };
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value <= maxLimit ? { value } : { value: null, wrong: 'Please enter a whole number of credits, or nothing.' };
}

interface Scope {
  readonly value: readonly ScopeName[] | null;
  /** What is ticked, where anything is to be. */
  readonly ticked: readonly string[] | null;
  readonly wrong?: string;
}

function readScope(form: URLSearchParams): Scope {
  if (form.get('scope') !== 'some') return { value: null, ticked: null };
  const ticked = form.getAll('operation');
  const value = scopeNames.filter((name) => ticked.includes(name));
  return value.length > 0
    ? { value, ticked }
    : { value: null, ticked: [], wrong: 'Please tick at least one operation.' };
}
