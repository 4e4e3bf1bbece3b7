/** Answers of the admin API as aligned text for a person. */

import {
  createdKey,
  type DifferenceKind,
  entryPage,
  type KeyDetails,
  keyDetails,
  keyPage,
  type LedgerEntry,
  refunded,
  requestList,
  type SecretCounts,
  secretCounts,
  shownKey,
} from './answers.ts';
import { auditReport } from './audit.ts';
import { directoryReport } from './directory-audit.ts';

/** The answer to a new key: the key itself, which is shown this once, with its details. */
export function printCreated(answer: unknown): string {
  const created = createdKey.parse(answer);
  const warning = 'Store the key now: it is shown this once and cannot be read again.';
  return `${alignColumns([['key', created.key], ...keyRows(created)])}\n\n${warning}`;
}

/** Details of a key and its wallet. */
export function printKey(answer: unknown): string {
  return alignColumns(keyRows(keyDetails.parse(answer)));
}

/** Details of a key and its last entries. */
export function printShown(answer: unknown): string {
  const shown = shownKey.parse(answer);
  return `${alignColumns(keyRows(shown))}\n\n${entryTable(shown.entries)}`;
}

/** A page of keys as a table, and how to ask for the next one. */
export function printKeyPage(answer: unknown): string {
  const { keys, next_cursor } = keyPage.parse(answer);
  if (keys.length === 0) return 'No keys.';
  const rows = keys.map(({ id, type, hint, created_at, revoked_at, label }) => [
    id,
    type,
    `…${hint}`,
    created_at,
    revoked_at ?? '-',
    label ?? '-',
  ]);
  return alignColumns([['ID', 'TYPE', 'HINT', 'CREATED', 'REVOKED', 'LABEL'], ...rows]) + more(next_cursor);
}

/** A page of movements as a table, newest first, and how to ask for the next one. */
export function printEntryPage(answer: unknown): string {
  const { entries, next_cursor } = entryPage.parse(answer);
  return entryTable(entries) + more(next_cursor);
}

/** Calls of a key as a table, newest first. */
export function printRequests(answer: unknown): string {
  const { requests } = requestList.parse(answer);
  if (requests.length === 0) return 'No calls.';
  const rows = requests.map(({ at, operation, status, error_code, milliseconds, credits, calls, request_id }) => [
    at,
    operation,
    [status, error_code, calls > 1 ? `${calls} times` : null].filter((part) => part !== null).join(' '),
    `${milliseconds} ms`,
    String(credits),
    request_id,
  ]);
  return alignColumns([['AT', 'OPERATION', 'ANSWER', 'TOOK', 'CREDITS', 'REQUEST'], ...rows]);
}

/** What needs each value of a secret, and what needs one that is not set. */
export function printSecrets(answer: unknown): string {
  const { values, missing } = secretCounts.parse(answer);
  const rows = values.map(({ variable, place, ...counts }) => [
    variable.endsWith('_OLD') ? `${variable}, value ${place}` : variable,
    wordsOfCounts(counts) || 'nothing needs it',
  ]);
  const lost = wordsOfCounts(missing);
  const last = lost ? `${lost} need a value that is not set: add it to the variable whose name ends with _OLD.` : '';
  return alignColumns(rows) + (last && `\n\n${last}`);
}

function wordsOfCounts({ keys, second_factors: factors, names }: SecretCounts['missing']): string {
  const counted = [
    [keys, 'key'],
    [factors, 'second factor'],
    [names, 'name'],
  ] as const;
  const words = counted.flatMap(([count, word]) => (count > 0 ? `${count} ${word}${count === 1 ? '' : 's'}` : []));
  return words.join(', ');
}

/** What became of a refund. */
export function printRefunded(answer: unknown): string {
  const { taken, missing, waits } = refunded.parse(answer);
  if (waits) return 'The refund waits for its grant; nothing was taken.';
  return `${taken} credits were taken back${missing > 0 ? `; ${missing} were spent or are held by calls in progress` : ''}.`;
}

/** Whether the entries of a ledger add up, and what to do where they do not. */
export function printAudit(answer: unknown): string {
  const { keys, entries, unsound } = auditReport.parse(answer);
  const checked = `${keys} keys and ${entries} entries were checked`;
  if (unsound.length === 0) return `${checked}: all add up.`;
  const rows = unsound.map(({ id, wallet, fault, correction }) => [
    id,
    wallet,
    correction === null ? '-' : signed(correction),
    fault,
  ]);
  const advice = [
    unsound.some(({ correction, lost }) => correction === null && !lost) ? '\n\nTo mend: audit --mend' : '',
    unsound.some(({ lost }) => lost)
      ? '\n\nA ledger that is empty or cannot be read is lost: restore a backup, or create new keys'
      : '',
  ].join('');
  return `${checked}: ${unsound.length} do not add up.\n\n${alignColumns([['ID', 'WALLET', 'CORRECTION', 'FAULT'], ...rows])}${advice}`;
}

const meanings: Readonly<Record<DifferenceKind, string>> = {
  'no-ledger': 'its ledger is empty',
  'ledger-unreadable': 'its ledger cannot be read',
  'owner-gone': 'listed for an account that is not there',
  'owner-left': 'its owner has left, and it is open',
  'no-hidden-key': 'the ledger has no key for the pages of its owner',
  'hidden-key-ended': 'the deletion of its account has begun and not ended',
  'key-not-in-ledger': 'listed, and the ledger has no such key',
  'key-not-listed': 'in the ledger, and not listed',
  'end-not-in-ledger': 'listed with an end that the ledger does not have',
  'end-not-listed': 'its end in the ledger is not listed',
  'other-owner': 'listed for another account than its wallet',
};

/** What directory and ledgers do not have in common, and what to do about it. */
export function printDirectoryAudit(answer: unknown): string {
  const { wallets, keys, differences } = directoryReport.parse(answer);
  const compared = `${wallets} wallets and ${keys} keys were compared with the ledgers`;
  if (differences.length === 0) return `${compared}: all agree.`;
  const rows = differences.map(({ wallet, key_id, kind, mended }) => [
    wallet,
    key_id ?? '-',
    mended ? 'yes' : 'no',
    meanings[kind],
  ]);
  const has = (...kinds: readonly DifferenceKind[]) => differences.some(({ kind }) => kinds.includes(kind));
  const advice = [
    differences.some(({ mended }) => !mended) ? '\n\nTo mend what can be: audit --directory --mend' : '',
    has('no-ledger')
      ? '\n\nA ledger that is empty was lost, and its credits: restore a backup, or give credits anew'
      : '',
    has('ledger-unreadable')
      ? '\n\nA ledger that cannot be read is damaged, and the log says why: restore a backup'
      : '',
    has('hidden-key-ended') ? '\n\nTo end a deletion: npm run accounts -- delete E-MAIL' : '',
    has('key-not-listed') ? '\n\nA key that is not listed works. Once it is listed, end it if nobody knows it' : '',
  ].join('');
  return `${compared}: ${differences.length} differences.\n\n${alignColumns([['WALLET', 'KEY', 'MENDED', 'DIFFERENCE'], ...rows])}${advice}`;
}

/** Sets cells under each other, two spaces apart. The last column is not filled up. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function keyRows(key: KeyDetails): string[][] {
  return [
    ['id', key.id],
    ['wallet', key.wallet],
    ['type', key.type],
    ['hint', `…${key.hint}`],
    ['label', key.label ?? '-'],
    ['credit', String(key.credit)],
    ['balance', `${key.balance}, of which ${key.open_holds} held by calls in progress`],
    ['expires', `${key.expires} UTC`],
    ['rate', `${key.rate_per_minute} requests in any 60 seconds`],
    ['endpoints', key.endpoints?.join(', ') ?? 'all'],
    ['limit', key.limit === null ? `none, charged for ${key.charged}` : `${key.limit}, charged for ${key.charged}`],
    ['created', `${key.created_at} UTC`],
    ['revoked', revocation(key)],
    ['suspended', key.suspended ? 'yes, with all keys of its wallet' : 'no'],
  ];
}

/** The ledger knows first; a list that lags behind it is mended by revoking again. */
function revocation({ revoked, revoked_at }: KeyDetails): string {
  if (!revoked) return revoked_at ? `on ${revoked_at} UTC` : 'no';
  return revoked_at ? `${revoked_at} UTC` : 'yes, and not yet noted in the list: revoke again';
}

function entryTable(entries: readonly LedgerEntry[]): string {
  if (entries.length === 0) return 'No entries.';
  const rows = entries.map(({ sequence, at, kind, amount, missing, balance_after, request_id, reference }) => [
    String(sequence),
    at,
    kind,
    missing > 0 ? `${signed(amount)}, ${missing} missing` : signed(amount),
    String(balance_after),
    request_id ?? reference ?? '-',
  ]);
  return alignColumns([['ENTRY', 'AT', 'KIND', 'AMOUNT', 'BALANCE', 'REQUEST OR REFERENCE'], ...rows]);
}

function signed(amount: number): string {
  return amount > 0 ? `+${amount}` : String(amount);
}

function more(cursor: string | null): string {
  return cursor === null ? '' : `\n\nMore: --cursor ${cursor}`;
}
