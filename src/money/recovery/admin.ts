/**
 * The part of the admin API that a restore on Cloudflare asks, mounted at `/admin/recovery`: names of wallets, what may be lost, one ledger
 * at a time back to a moment, and what has ended since.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { beginsAnew, type LedgerCalls } from '../../contract/account.ts';
import { invalid, Refused, refusal } from '../../contract/refusals.ts';
import { answerRefusal, guard } from '../keys/admin-guard.ts';
import { isWalletListed, walletNames } from '../keys/directory.ts';
import { readEndedBucket } from '../keys/ended-list.ts';
import type { KeysEnv } from '../keys/environment.ts';
import { isWallet } from '../keys/format.ts';
import { readBody, readQuery } from '../keys/validation.ts';
import type { EndedList, Losable, LosablePage, RecoveryState, RestoredLedger, WalletPage } from './answers.ts';
import { isRestoring } from './standstill.ts';

const walletsOfPage = 500;
const itemsOfPage = 1000;
/** A bookmark is of about its moment, so what is a little older may be lost too. */
const marginMs = 5 * 60_000;

const moment = z.iso.datetime({ error: 'a moment, as in 2026-11-30T04:17:00Z' });
const cursor = z.string({ error: 'the next_cursor of the page before' }).max(64).optional();
const walletQuery = z.strictObject({ cursor });
const losableQuery = z.strictObject({ since: moment, of: z.enum(['charges', 'names']), cursor });
const endedQuery = z.strictObject({ since: moment });
const restoring = z.strictObject({ at: moment });

export const recoveryAdmin = new Hono<{ Bindings: KeysEnv }>();

guard(recoveryAdmin);

recoveryAdmin.get('/', (context) => context.json({ restoring: isRestoring(context.env) } satisfies RecoveryState));

recoveryAdmin.get('/wallets', async (context) => {
  const { cursor: after = '' } = readQuery(context.req.query(), walletQuery);
  const wallets = await walletNames(context.env.DIRECTORY, after, walletsOfPage);
  const next_cursor = wallets.length === walletsOfPage ? (wallets.at(-1) ?? null) : null;
  return context.json({ wallets, next_cursor } satisfies WalletPage);
});

recoveryAdmin.get('/wallets/:wallet/losable', async (context) => {
  const { since, of, cursor: before } = readQuery(context.req.query(), losableQuery);
  const ledger = ledgerOf(context.env, context.req.param('wallet'));
  const beforeSequence = before === undefined ? null : Number(before);
  const rows = of === 'charges' ? await charges(ledger, beforeSequence) : await names(ledger, beforeSequence);
  const firstMs = Date.parse(since) - marginMs;
  const items = rows.filter(({ atMs }) => atMs >= firstMs).flatMap(({ item }) => item ?? []);
  const goesOn = rows.length === itemsOfPage && rows.every(({ atMs }) => atMs >= firstMs);
  const next_cursor = goesOn ? String(rows.at(-1)?.sequence) : null;
  return context.json({ items, next_cursor } satisfies LosablePage);
});

recoveryAdmin.post('/wallets/:wallet', async (context) => {
  const { at } = readBody(await context.req.text(), restoring);
  if (!isRestoring(context.env))
    throw new Refused(invalid(['body'], 'Set RESTORING to on first, then nothing is served'));
  return context.json(await restoreLedger(context.env, context.req.param('wallet'), Date.parse(at)));
});

recoveryAdmin.get('/ended', async (context) => {
  const { since } = readQuery(context.req.query(), endedQuery);
  const list = await readEndedBucket(context.env, Date.parse(since));
  if (!list)
    throw new Refused({ ...refusal('NOT_FOUND'), body: { detail: 'This deployment lists nothing that ends.' } });
  const { keys, accounts, fromMs, unreadable } = list;
  const ended: EndedList = {
    keys: [...keys].map(([id, endsAtMs]) => ({ id, ends: new Date(endsAtMs).toISOString() })),
    accounts: [...accounts],
    from: fromMs === null ? null : new Date(fromMs).toISOString(),
    unreadable,
  };
  return context.json(ended);
});

for (const [path, allow] of [
  ['/', 'GET, HEAD'],
  ['/wallets', 'GET, HEAD'],
  ['/wallets/:wallet/losable', 'GET, HEAD'],
  ['/wallets/:wallet', 'POST'],
  ['/ended', 'GET, HEAD'],
]) {
  recoveryAdmin.all(path, (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow })));
}

/**
 * Brings a ledger back to a moment. The directory has gone back before: a wallet that it does not know was made since, and nobody may
 * go on with its keys, whatever became of the ledger.
 * @throws Refused where a ledger that is to be there cannot go back
 */
async function restoreLedger(env: KeysEnv, wallet: string, atMs: number): Promise<RestoredLedger> {
  const isListed = await isWalletListed(env.DIRECTORY, wallet);
  const undo = await goBack(ledgerOf(env, wallet), atMs).catch((cause: unknown) => {
    console.error(JSON.stringify({ level: 'error', event: 'ledger-not-restored', wallet, cause: String(cause) }));
    if (!isListed) return null;
    const detail = `${wallet} could not go back: ${String(cause).split('\n')[0]}`;
    throw new Refused({ ...refusal('SERVICE_UNAVAILABLE'), body: { detail } });
  });
  // A new stub: that of before has ended with its object.
  const ledger = ledgerOf(env, wallet);
  const closed = !isListed && (await close(ledger));
  const [[entry], [name]] = await Promise.all([ledger.entries(1, null), ledger.names(1, null)]);
  return { undo, last_entry: entry?.sequence ?? 0, last_name: name?.sequence ?? 0, closed };
}

async function goBack(ledger: LedgerCalls, atMs: number): Promise<string> {
  const undo = await ledger.prepareRestore(atMs);
  await ledger.restart().catch((cause: unknown) => {
    // Any other failure has ended nothing: the ledger would go back some time, when it serves.
    if (!String(cause).includes(beginsAnew)) throw cause;
  });
  return undo;
}

/** Ends all keys of a wallet. False where it has none that goes on. */
async function close(ledger: LedgerCalls): Promise<boolean> {
  const known = await ledger.allKeys();
  const going = known?.keys.filter(({ endsAtMs }) => endsAtMs === null || endsAtMs > Date.now()) ?? [];
  for (const { id } of going) await ledger.endKey(id, null);
  return going.length > 0;
}

interface Row {
  readonly sequence: number;
  /** When it was written. */
  readonly atMs: number;
  /** Null of what no restore loses. */
  readonly item: Losable | null;
}

async function charges(ledger: LedgerCalls, before: number | null): Promise<readonly Row[]> {
  return (await ledger.entries(itemsOfPage, before)).map(({ sequence, atMs, kind, keyId, requestId, amount }) => {
    const charge = { at: new Date(atMs).toISOString(), key: keyId, request: requestId, credits: -amount };
    return { sequence, atMs, item: kind === 'charge' ? { sequence, charge } : null };
  });
}

/** When a name was written is not known: all that are remembered may be of since. */
async function names(ledger: LedgerCalls, before: number | null): Promise<readonly Row[]> {
  return (await ledger.names(itemsOfPage, before)).map(({ sequence, keyId, name, endsAtMs }) => {
    const until = new Date(endsAtMs).toISOString();
    return { sequence, atMs: Number.POSITIVE_INFINITY, item: { sequence, name: { key: keyId, name, until } } };
  });
}

/** @throws Refused with 404 where this is no name of a wallet */
function ledgerOf(env: KeysEnv, wallet: string): LedgerCalls {
  if (isWallet(wallet)) return env.LEDGERS.getByName(wallet);
  throw new Refused({ ...refusal('NOT_FOUND'), body: { detail: 'This is no name of a wallet.' } });
}
