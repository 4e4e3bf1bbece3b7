/** The commands of `npm run keys`: for each its options, the calls it makes and how a person reads the answer. */
import { expiryFormat } from '../../contract/dates.ts';
import { scopeNames } from '../../contract/operations.ts';
import { type Arguments, type CommandOption, UsageError } from '../../wire/command-line/program.ts';
import type { AdminCall } from './admin-client.ts';
import { type Ask, auditKeys, auditReport } from './audit.ts';
import { auditDirectory, directoryReport, isDirectoryReport } from './directory-audit.ts';
import { isKeyId } from './format.ts';
import {
  printAudit,
  printCreated,
  printDirectoryAudit,
  printEntryPage,
  printKey,
  printKeyPage,
  printRefunded,
  printRequests,
  printSecrets,
  printShown,
} from './print.ts';

export interface AdminArguments {
  /** The one argument that is no option; empty where the command takes none. */
  readonly word: string;
  readonly values: Arguments['values'];
}

/** The one argument of a command that is no option. */
export interface CommandWord {
  /** As help shows it. */
  readonly name: string;
  /** What is expected, in words. */
  readonly expected: string;
  fits(text: string): boolean;
}

/** A command that calls the admin API. */
export interface AdminCommand {
  readonly name: string;
  readonly summary: string;
  /** Further lines of the help. */
  readonly notes?: string;
  readonly word?: CommandWord;
  readonly options: readonly CommandOption[];
  /** @throws UsageError before any call, when an option is missing or is no number where one is due */
  run(given: AdminArguments, ask: Ask): Promise<unknown>;
  /** The answer as text for a person. @throws ZodError when it has another shape */
  print(answer: unknown): string;
  /** Whether the answer is one that a script should take for a failure; never, unless given. */
  failed?(answer: unknown): boolean;
}

const creditsOption = option('credits', 'N', 'Credits to grant, 0 or more');
const rateOption = option('rate', 'M', 'Requests that the key may make in any 60 seconds');
const expiresOption = option('expires', 'DATE', `When the credits expire: ${expiryFormat}`);
const endpointsOption = option('endpoints', 'A,B', 'Operations that the key may call, separated by commas');
const limitOption = option('limit', 'N', 'Longest page');
const cursorOption = option('cursor', 'CURSOR', 'Where the page before ended, as it printed it');
const operationsNote = `Operations:\n${scopeNames.map((name) => `  ${name}`).join('\n')}`;

const keyId: CommandWord = {
  name: 'ID',
  expected: 'an id, key_ and 16 characters as the command list prints them',
  fits: isKeyId,
};

export const commands: readonly AdminCommand[] = [
  {
    name: 'create',
    summary: 'Create a key and print it, this once only',
    notes: operationsNote,
    options: [
      creditsOption,
      option('type', 'TYPE', 'live or test; live unless given'),
      option('wallet', 'WALLET', 'The wallet whose credits it spends; a new one unless given'),
      rateOption,
      endpointsOption,
      option('limit', 'N', 'Most credits that the key is ever charged for'),
      expiresOption,
      option('label', 'TEXT', 'A note that names this key'),
    ],
    run: asking(({ values }) => {
      const terms = {
        rate_per_minute: values.has('rate') ? wholeNumber(values, 'rate') : undefined,
        endpoints: values.has('endpoints') ? list(values, 'endpoints') : undefined,
        limit: values.has('limit') ? wholeNumber(values, 'limit') : undefined,
        label: values.get('label'),
      };
      const wallet = values.get('wallet');
      if (wallet !== undefined) {
        const other = ['credits', 'type', 'expires'].find((name) => values.has(name));
        if (other) throw new UsageError(`Expected no --${other} beside --wallet: it is the wallet's`);
        return { method: 'POST', path: `/wallets/${encodeURIComponent(wallet)}/keys`, body: terms };
      }
      const type = values.get('type') ?? 'live';
      const opening = { type, credits: wholeNumber(values, 'credits'), expires: values.get('expires') };
      return { method: 'POST', path: '/keys', body: { ...opening, ...terms } };
    }),
    print: printCreated,
  },
  {
    name: 'list',
    summary: 'List keys, newest first',
    options: [limitOption, cursorOption],
    run: asking(({ values }) => ({ method: 'GET', path: `/keys${pageQuery(values)}` })),
    print: printKeyPage,
  },
  {
    name: 'show',
    summary: 'Show a key, its credits and its last 20 entries',
    word: keyId,
    options: [],
    run: asking(({ word: id }) => ({ method: 'GET', path: `/keys/${id}` })),
    print: printShown,
  },
  {
    name: 'entries',
    summary: 'List the movements of credits of a key, newest first',
    word: keyId,
    options: [limitOption, cursorOption],
    run: asking(({ word: id, values }) => ({ method: 'GET', path: `/keys/${id}/entries${pageQuery(values)}` })),
    print: printEntryPage,
  },
  {
    name: 'requests',
    summary: 'List the last calls of a key, newest first',
    word: keyId,
    options: [limitOption, option('request', 'ID', 'Only calls with this request id')],
    run: asking(({ word: id, values }) => {
      const [request, page] = [values.get('request'), pageQuery(values)];
      const named = request === undefined ? '' : `${page ? '&' : '?'}request=${encodeURIComponent(request)}`;
      return { method: 'GET', path: `/keys/${id}/requests${page}${named}` };
    }),
    print: printRequests,
  },
  {
    name: 'top-up',
    summary: 'Grant credits to a key',
    notes: 'Without --expires the credits get the full lifetime of this deployment, and an expiry never moves earlier.',
    word: keyId,
    options: [creditsOption, expiresOption, option('reference', 'TEXT', 'A name of the grant, which is accepted once')],
    run: asking(({ word: id, values }) => {
      const [expires, reference] = [values.get('expires'), values.get('reference')];
      const body = { credits: wholeNumber(values, 'credits'), expires, reference };
      return { method: 'POST', path: `/keys/${id}/top-up`, body };
    }),
    print: printKey,
  },
  {
    name: 'refund',
    summary: 'Take credits of a grant back, at most what is neither spent nor held',
    word: keyId,
    options: [
      option('credits', 'N', 'Credits to take back'),
      option('of', 'TEXT', 'Reference of the grant; a refund that comes before it waits'),
      option('reference', 'TEXT', 'A name of the refund, which is accepted once'),
    ],
    run: asking(({ word: id, values }) => {
      const [of, reference] = [required(values, 'of'), required(values, 'reference')];
      return {
        method: 'POST',
        path: `/keys/${id}/refund`,
        body: { credits: wholeNumber(values, 'credits'), reference, of },
      };
    }),
    print: printRefunded,
  },
  {
    name: 'set-expiry',
    summary: 'Set when the credits of a key expire',
    word: keyId,
    options: [expiresOption],
    run: asking(({ word: id, values }) => ({
      method: 'PUT',
      path: `/keys/${id}/expiry`,
      body: { expires: required(values, 'expires') },
    })),
    print: printKey,
  },
  {
    name: 'set-rate',
    summary: 'Set how many requests a key may make in any 60 seconds',
    word: keyId,
    options: [rateOption],
    run: asking(({ word: id, values }) => ({
      method: 'PUT',
      path: `/keys/${id}/rate`,
      body: { rate_per_minute: wholeNumber(values, 'rate') },
    })),
    print: printKey,
  },
  {
    name: 'restrict',
    summary: 'Restrict a key to some operations, or lift the restriction',
    notes: operationsNote,
    word: keyId,
    options: [endpointsOption, { name: 'all', meaning: 'Allow every operation' }],
    run: asking(({ word: id, values }) => {
      if (values.has('all') === values.has('endpoints')) throw new UsageError('Expected either --endpoints or --all');
      const endpoints = values.has('all') ? null : list(values, 'endpoints');
      return { method: 'PUT', path: `/keys/${id}/endpoints`, body: { endpoints } };
    }),
    print: printKey,
  },
  {
    name: 'set-limit',
    summary: 'Set the most credits that a key is ever charged for, or lift the limit',
    word: keyId,
    options: [
      option('limit', 'N', 'Credits, including those it was charged for already'),
      { name: 'none', meaning: 'No limit' },
    ],
    run: asking(({ word: id, values }) => {
      if (values.has('none') === values.has('limit')) throw new UsageError('Expected either --limit or --none');
      const limit = values.has('none') ? null : wholeNumber(values, 'limit');
      return { method: 'PUT', path: `/keys/${id}/limit`, body: { limit } };
    }),
    print: printKey,
  },
  {
    name: 'end',
    summary: 'Set when a key ends, such as one that was replaced',
    word: keyId,
    options: [option('at', 'DATE', `When it ends: ${expiryFormat}`)],
    run: asking(({ word: id, values }) => ({
      method: 'PUT',
      path: `/keys/${id}/end`,
      body: { at: required(values, 'at') },
    })),
    print: printKey,
  },
  {
    name: 'suspend',
    summary: 'Refuse all keys of the wallet of a key, until it is resumed',
    word: keyId,
    options: [],
    run: asking(({ word: id }) => ({ method: 'POST', path: `/keys/${id}/suspend` })),
    print: printKey,
  },
  {
    name: 'resume',
    summary: 'Take the keys of a suspended wallet again',
    word: keyId,
    options: [],
    run: asking(({ word: id }) => ({ method: 'POST', path: `/keys/${id}/resume` })),
    print: printKey,
  },
  {
    name: 'revoke',
    summary: 'Make a key invalid, for good',
    word: keyId,
    options: [],
    run: asking(({ word: id }) => ({ method: 'POST', path: `/keys/${id}/revoke` })),
    print: printKey,
  },
  {
    name: 'audit',
    summary: 'Check that the entries of all keys add up to their balances',
    notes: `Status 1 when some do not. --mend makes them add up by one entry of kind correction; balances stay as they are.
With --directory the list of keys and wallets is compared with the ledgers instead: status 1 when one side has what the other has not.
--mend then brings the sides together: what has ended stays ended, and no credits move.`,
    options: [
      { name: 'mend', meaning: 'Mend what is found' },
      { name: 'directory', meaning: 'Compare the list of keys and wallets with the ledgers' },
    ],
    run: ({ values }, ask) => (values.has('directory') ? auditDirectory : auditKeys)(ask, values.has('mend')),
    print: (answer) => (isDirectoryReport(answer) ? printDirectoryAudit : printAudit)(answer),
    failed: (answer) =>
      isDirectoryReport(answer)
        ? directoryReport.parse(answer).differences.some(({ mended }) => !mended)
        : auditReport.parse(answer).unsound.some(({ correction }) => correction === null),
  },
  {
    name: 'secrets',
    summary: 'Count what needs each value of KEY_HASH_SECRET and SESSION_SECRET, former ones included',
    notes: `A former value can go when nothing needs it. Names are mailboxes that had the credits of a sign-up: without
its value they may get them again. Run it once before you change a secret: it notes what was made under the present one.`,
    options: [],
    run: asking(() => ({ method: 'GET', path: '/secrets' })),
    print: printSecrets,
  },
];

/** Options that every command takes. */
export const commonOptions: readonly CommandOption[] = [
  option('url', 'URL', 'The service; EDGEMATTE_URL or http://127.0.0.1:8787 unless given'),
  { name: 'json', meaning: 'Print one JSON object and nothing else' },
];

/**
 * The argument of a command that is no option.
 * @throws UsageError when it is missing, does not fit, or there is more. What was received is not repeated: it may be a key
 */
export function wordOf({ name, word }: AdminCommand, words: readonly string[]): string {
  if (!word) return '';
  if (words.length > 1) throw new UsageError(`Expected one ${word.name} after ${name}`);
  const text = words[0]?.trim() ?? '';
  if (word.fits(text)) return text;
  throw new UsageError(`Expected ${word.expected}, after ${name}`);
}

/** A command of one call. */
export function asking(call: (given: AdminArguments) => AdminCall): AdminCommand['run'] {
  return async (given, ask) => ask(call(given));
}

function option(name: string, placeholder: string, meaning: string): CommandOption {
  return { name, placeholder, meaning };
}

function required(values: Arguments['values'], name: string): string {
  const text = values.get(name);
  if (text === undefined) throw new UsageError(`Expected --${name}`);
  return text;
}

/** Ranges are the service's to check; here a number only has to be one. */
function wholeNumber(values: Arguments['values'], name: string): number {
  const text = required(values, name);
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`Expected a whole number for --${name} but received ${text}`);
  return Number(text);
}

function list(values: Arguments['values'], name: string): string[] {
  const names = required(values, name).split(',');
  return names.map((text) => text.trim()).filter((text) => text !== '');
}

function pageQuery(values: Arguments['values']): string {
  const query = new URLSearchParams();
  if (values.has('limit')) query.set('limit', String(wholeNumber(values, 'limit')));
  const cursor = values.get('cursor');
  if (cursor !== undefined) query.set('cursor', cursor);
  return query.size > 0 ? `?${query}` : '';
}
