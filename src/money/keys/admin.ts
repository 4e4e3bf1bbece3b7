/**
 * The operator's HTTP API, mounted at `/admin`: make keys, list them, change what they may do.
 *
 * Each handler reads the same way: the key, the request, one call of the ledger, the answer. The ledger holds the
 * truth; the directory only finds it.
 */
import { type Context, Hono } from 'hono';
import { type AuditPage, type KeyState, type LedgerCalls, maxKeys } from '../../contract/account.ts';
import { invalid, type Refusal, Refused, refusal } from '../../contract/refusals.ts';
import { newestRequests, requestsNamed } from '../request-log/find.ts';
import { answerRefusal, guard } from './admin-guard.ts';
import type {
  AuditedPage,
  CreatedKey,
  EntryPage,
  KeyDetails,
  KeyPage,
  Mending,
  RefundedCredits,
  RequestList,
  ShownKey,
} from './answers.ts';
import { addKey, findKey, type KeyRecord, listKeys, markEnd } from './directory.ts';
import { listEnd } from './ended-list.ts';
import { defaultTerms, type KeysEnv } from './environment.ts';
import { hintOf, isWallet, typeOfWallet } from './format.ts';
import { secretMark } from './made-under.ts';
import { addToWallet, openWallet } from './opening.ts';
import * as requests from './requests.ts';
import { readBody, readQuery } from './validation.ts';
import { viewEntry, viewKey, viewListed, viewRequest } from './views.ts';

type AdminContext = Context<{ Bindings: KeysEnv }>;

const shownEntries = 20;
const dayMs = 86_400_000;

/** The admin API. Failures that are not refusals are thrown on to the app it is mounted in. */
export const admin = new Hono<{ Bindings: KeysEnv }>();

guard(admin);

admin.post('/keys', async (context) => {
  const request = readBody(await context.req.text(), requests.createRequest);
  const { type, credits, endpoints = null, label = null, limit = null } = request;
  const { defaultRatePerMinute, creditLifetimeDays } = defaultTerms(context.env);
  const createdAtMs = Date.now();

  // The ledger comes first: if the directory then fails, what is left is an account whose key nobody ever saw. The
  // other way round, the failure would leave a key on the list that has no ledger behind it.
  const { key, keyId, wallet, state } = await openWallet(context.env, type, {
    credits,
    expiresAtMs: request.expires ?? createdAtMs + creditLifetimeDays * dayMs,
    ratePerMinute: request.rate_per_minute ?? defaultRatePerMinute,
    operations: endpoints,
    limit,
  });
  const record: KeyRecord = { id: keyId, wallet, type, hint: hintOf(key), label, createdAtMs, revokedAtMs: null };
  await addKey(context.env.DIRECTORY, record, await secretMark(context.env.KEY_HASH_SECRET));
  return context.json({ key, ...viewKey(record, state) } satisfies CreatedKey, 201);
});

admin.post('/wallets/:wallet/keys', async (context) => {
  const request = readBody(await context.req.text(), requests.addRequest);
  const { rate_per_minute, endpoints = null, label = null, limit = null } = request;
  const wallet = context.req.param('wallet');
  const terms = {
    ratePerMinute: rate_per_minute ?? defaultTerms(context.env).defaultRatePerMinute,
    operations: endpoints,
    limit,
  };
  const added = isWallet(wallet) ? await addToWallet(context.env, wallet, terms) : 'unknown';
  if (added === 'unknown') throw new Refused(notFound('No wallet has this name. Show one of its keys to find it.'));
  if (added === 'full') throw new Refused(invalid(['path', 'wallet'], `The wallet has ${maxKeys} keys; end one first`));
  const { key, keyId: id, state } = added;
  const type = typeOfWallet(wallet);
  const record: KeyRecord = { id, wallet, type, hint: hintOf(key), label, createdAtMs: Date.now(), revokedAtMs: null };
  await addKey(context.env.DIRECTORY, record, await secretMark(context.env.KEY_HASH_SECRET));
  return context.json({ key, ...viewKey(record, state) } satisfies CreatedKey, 201);
});

admin.get('/keys', async (context) => {
  const { limit, cursor } = readQuery(context.req.query(), requests.listQuery);
  const after = cursor === undefined ? null : await findKey(context.env.DIRECTORY, cursor);
  if (cursor !== undefined && !after) {
    throw new Refused(invalid(['query', 'cursor'], 'Expected the next_cursor of the page before'));
  }
  const { keys, more } = await listKeys(context.env.DIRECTORY, limit, after);
  const next_cursor = more ? (keys.at(-1)?.id ?? null) : null;
  return context.json({ keys: keys.map(viewListed), next_cursor } satisfies KeyPage);
});

admin.get('/keys/:id', async (context) => {
  const { record, ledger } = await locate(context, context.req.param('id'));
  const [state, entries] = await Promise.all([ledger.keyState(record.id), ledger.entries(shownEntries, null)]);
  const shown: ShownKey = { ...present(record, state), entries: entries.map(viewEntry) };
  return context.json(shown);
});

admin.get('/keys/:id/entries', async (context) => {
  const { limit, cursor } = readQuery(context.req.query(), requests.entriesQuery);
  const { ledger } = await locate(context, context.req.param('id'));
  // One entry over the page shows whether another page follows.
  const found = await ledger.entries(limit + 1, cursor ?? null);
  const entries = found.slice(0, limit).map(viewEntry);
  const next_cursor = found.length > limit ? String(entries.at(-1)?.sequence) : null;
  return context.json({ entries, next_cursor } satisfies EntryPage);
});

admin.get('/keys/:id/requests', async (context) => {
  const { limit, request } = readQuery(context.req.query(), requests.requestsQuery);
  const { record } = await locate(context, context.req.param('id'));
  const { DIRECTORY } = context.env;
  const ofWallet = [record.wallet];
  const found =
    request === undefined
      ? (await newestRequests(DIRECTORY, ofWallet, { keyId: record.id }, { length: limit, after: null })).requests
      : (await requestsNamed(DIRECTORY, ofWallet, request, limit)).filter(({ keyId }) => keyId === record.id);
  return context.json({ requests: found.map(viewRequest) } satisfies RequestList);
});

admin.get('/keys/:id/audit', async (context) => {
  const { cursor } = readQuery(context.req.query(), requests.auditQuery);
  const { ledger } = await locate(context, context.req.param('id'));
  let page: AuditPage | null;
  try {
    page = await ledger.audit(cursor ?? null);
  } catch (cause) {
    console.error(JSON.stringify({ level: 'error', event: 'ledger-unreadable', cause: String(cause) }));
    const fault = `its ledger cannot be read: ${String(cause).split('\n')[0]}`;
    return context.json({ fault, readable: false, checked: 0, next_cursor: null } satisfies AuditedPage);
  }
  if (!page) throw new Refused(emptyLedger());
  const { fault, checked, next } = page;
  const next_cursor = next === null ? null : String(next);
  return context.json({ fault, readable: true, checked, next_cursor } satisfies AuditedPage);
});

admin.post('/keys/:id/mend', async (context) => {
  const { ledger } = await locate(context, context.req.param('id'));
  const entry = await ledger.mend();
  if (!entry) throw new Refused(emptyLedger());
  return context.json({ correction: viewEntry(entry) } satisfies Mending);
});

admin.post('/keys/:id/top-up', async (context) => {
  const { credits, expires, reference } = readBody(await context.req.text(), requests.topUpRequest);
  const { record, ledger } = await locate(context, context.req.param('id'));
  const grant = { credits, expiresAtMs: expires ?? null, reference: reference ?? null };
  return context.json(present(record, await ledger.topUp(record.id, grant)));
});

admin.post('/keys/:id/refund', async (context) => {
  const refund = readBody(await context.req.text(), requests.refundRequest);
  const { ledger } = await locate(context, context.req.param('id'));
  const refunded = await ledger.refund(refund);
  if (!refunded) throw new Refused(emptyLedger());
  return context.json(refunded satisfies RefundedCredits);
});

admin.put('/keys/:id/expiry', async (context) => {
  const { expires } = readBody(await context.req.text(), requests.expiryRequest);
  const { record, ledger } = await locate(context, context.req.param('id'));
  return context.json(present(record, await ledger.setExpiry(record.id, expires)));
});

admin.put('/keys/:id/rate', async (context) => {
  const { rate_per_minute } = readBody(await context.req.text(), requests.rateRequest);
  const { record, ledger } = await locate(context, context.req.param('id'));
  return context.json(present(record, await ledger.setRate(record.id, rate_per_minute)));
});

admin.put('/keys/:id/endpoints', async (context) => {
  const { endpoints } = readBody(await context.req.text(), requests.endpointsRequest);
  const { record, ledger } = await locate(context, context.req.param('id'));
  return context.json(present(record, await ledger.restrict(record.id, endpoints)));
});

admin.put('/keys/:id/limit', async (context) => {
  const { limit } = readBody(await context.req.text(), requests.limitRequest);
  const { record, ledger } = await locate(context, context.req.param('id'));
  return context.json(present(record, await ledger.setLimit(record.id, limit)));
});

admin.put('/keys/:id/end', async (context) => {
  const { at } = readBody(await context.req.text(), requests.endRequest);
  return context.json(await end(context, context.req.param('id'), at));
});

admin.post('/keys/:id/revoke', async (context) => context.json(await end(context, context.req.param('id'), null)));

for (const [path, suspended] of [
  ['/keys/:id/suspend', true],
  ['/keys/:id/resume', false],
] as const) {
  admin.post(path, async (context) => {
    const { record, ledger } = await locate(context, context.req.param('id'));
    return context.json(present(record, await ledger.suspend(record.id, suspended)));
  });
}

for (const [path, allow] of [
  ['/keys', 'GET, POST'],
  ['/keys/:id', 'GET'],
  ['/keys/:id/entries', 'GET'],
  ['/keys/:id/requests', 'GET'],
  ['/keys/:id/audit', 'GET'],
  ['/keys/:id/mend', 'POST'],
  ['/keys/:id/top-up', 'POST'],
  ['/keys/:id/refund', 'POST'],
  ['/keys/:id/expiry', 'PUT'],
  ['/keys/:id/rate', 'PUT'],
  ['/keys/:id/endpoints', 'PUT'],
  ['/keys/:id/limit', 'PUT'],
  ['/keys/:id/end', 'PUT'],
  ['/keys/:id/revoke', 'POST'],
  ['/keys/:id/suspend', 'POST'],
  ['/keys/:id/resume', 'POST'],
  ['/wallets/:wallet/keys', 'POST'],
]) {
  admin.all(path, (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow })));
}

/** Ends a key at that moment, or at once. */
async function end(context: AdminContext, id: string, atMs: number | null): Promise<KeyDetails> {
  const { record, ledger } = await locate(context, id);
  await listEnd(context.env, { key: record.id, endsAtMs: atMs ?? Date.now() });
  // The ledger comes first, because it is what refuses the key. If the directory then fails, calling again mends it.
  const state = await ledger.endKey(record.id, atMs);
  const nowMs = Date.now();
  const marked = await markEnd(context.env.DIRECTORY, record.id, state?.endsAtMs ?? nowMs, nowMs);
  return present(marked ?? record, state);
}

/** @throws Refused with 404 when no key has that id */
async function locate(context: AdminContext, id: string): Promise<{ record: KeyRecord; ledger: LedgerCalls }> {
  const record = await findKey(context.env.DIRECTORY, id);
  if (!record) throw new Refused(notFound('No key has this id. List the keys to find it.'));
  return { record, ledger: context.env.LEDGERS.getByName(record.wallet) };
}

/** @throws Refused with 404 when the ledger has lost its account, which only a wiped storage explains */
function present(record: KeyRecord, state: KeyState | null): KeyDetails {
  if (!state) throw new Refused(emptyLedger());
  return viewKey(record, state);
}

function emptyLedger(): Refusal {
  return notFound('The key is listed and its ledger is empty. Create a new key.');
}

function notFound(detail: string): Refusal {
  return { ...refusal('NOT_FOUND'), body: { detail } };
}
