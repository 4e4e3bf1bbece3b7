/** What the admin API answers, as schemas: the service builds these shapes and the command line reads them. */
import * as z from 'zod';
import { scopeNames } from '../../contract/operations.ts';
import { keyTypes } from './format.ts';

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
const date = z.string();

/** A key as the directory lists it. */
export const listedKey = z.object({
  id: z.string(),
  /** Type and handle of the wallet whose credits the key spends. */
  wallet: z.string(),
  type: z.enum(keyTypes),
  /** Last 4 characters of the secret. */
  hint: z.string(),
  label: z.string().nullable(),
  created_at: date,
  /** When it ended, or is to end; null where no end is set. */
  revoked_at: date.nullable(),
});

/** a listed key with its state. */
export const keyDetails = listedKey.extend({
  /** Credits that the key can spend now: balance less open holds, within its limit; 0 once expired. */
  credit: z.int(),
  balance: z.int(),
  open_holds: z.int(),
  expires: date,
  rate_per_minute: z.int(),
  /** Null allows every operation. */
  endpoints: z.array(z.enum(scopeNames)).nullable(),
  /** Most credits that the key is ever charged for; null where the wallet alone decides. */
  limit: z.int().nullable(),
  /** Credits that the key was charged for. */
  charged: z.int(),
  /** Whether the key has ended. */
  revoked: z.boolean(),
  /** Whether all keys of its wallet are refused. */
  suspended: z.boolean(),
});

/** The one answer that carries the key itself. */
export const createdKey = keyDetails.extend({ key: z.string() });

/** One movement of credits. */
export const ledgerEntry = z.object({
  sequence: z.int(),
  at: date,
  kind: z.enum(['opening', 'grant', 'charge', 'preview', 'repeat', 'edit', 'lapse', 'refund', 'correction']),
  amount: z.int(),
  /** Which key moved it; null where none did. */
  key_id: z.string().nullable(),
  request_id: z.string().nullable(),
  /** What the grant or refund is called; null where it has no name. */
  reference: z.string().nullable(),
  /** Credits of a refund that could not be taken; 0 otherwise. */
  missing: z.int(),
  balance_after: z.int(),
});

/** Newest first. */
export const shownKey = keyDetails.extend({ entries: z.array(ledgerEntry) });

/** `next_cursor` asks for the page after; null on the last one. */
export const keyPage = z.object({ keys: z.array(listedKey), next_cursor: z.string().nullable() });
export const entryPage = z.object({ entries: z.array(ledgerEntry), next_cursor: z.string().nullable() });

/** A call of a key, as the request log has it. */
const calledRequest = z.object({
  at: z.string(),
  request_id: z.string(),
  operation: z.string(),
  /** Names of those that were sent. */
  options: z.array(z.string()),
  status: z.int(),
  /** Null of a success. */
  error_code: z.string().nullable(),
  milliseconds: z.int(),
  /** Of the picture as it was sent; null where none was read. */
  pixels: z.int().nullable(),
  credits: z.int(),
  /** More than 1 of calls of one minute that were answered 429. */
  calls: z.int(),
});

/** Newest first. */
export const requestList = z.object({ requests: z.array(calledRequest) });

/** Part of an audit of one key's wallet, new to old. */
export const auditPage = z.object({
  /** Why the entries do not add up to the balance; null if all checked entries do. */
  fault: z.string().nullable(),
  /** Whether the ledger can be read; one that is damaged cannot be mended. */
  readable: z.boolean().default(true),
  checked: z.int(),
  next_cursor: z.string().nullable(),
});

/** How the directory and a ledger may differ. What each means, and how it is mended, is in `pages/operator/directory-differences.ts`. */
export const differenceKinds = [
  'no-ledger',
  'ledger-unreadable',
  'owner-gone',
  'owner-left',
  'no-hidden-key',
  'hidden-key-ended',
  'key-not-in-ledger',
  'key-not-listed',
  'end-not-in-ledger',
  'end-not-listed',
  'other-owner',
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

const difference = z.object({
  wallet: z.string(),
  /** Null where it is the wallet's. */
  key_id: z.string().nullable(),
  kind: z.enum(differenceKinds),
});

/** Some wallets of the directory, compared with their ledgers. */
export const directoryPage = z.object({
  wallets: z.int(),
  keys: z.int(),
  differences: z.array(difference),
  next_cursor: z.string().nullable(),
});

/** What became of the differences of one wallet. */
export const directoryMending = z.object({ differences: z.array(difference.extend({ mended: z.boolean() })) });

/** What made entries and balance agree again. */
export const mending = z.object({ correction: ledgerEntry });

/** What became of a refund. */
export const refunded = z.object({
  taken: z.int(),
  /** What was spent or held already. */
  missing: z.int(),
  /** Whether it waits for its grant; nothing was taken then. */
  waits: z.boolean(),
});

const countsOfNeeds = { keys: z.int(), second_factors: z.int(), names: z.int() };

/** How many keys in use, second factors and names need each value of a secret, and how many a value that is not set. */
export const secretCounts = z.object({
  /** The variable, and the place of the value in it, from 1. */
  values: z.array(z.object({ variable: z.string(), place: z.int(), ...countsOfNeeds })),
  missing: z.object(countsOfNeeds),
});

export type SecretCounts = z.infer<typeof secretCounts>;
export type ListedKey = z.infer<typeof listedKey>;
export type KeyDetails = z.infer<typeof keyDetails>;
export type CreatedKey = z.infer<typeof createdKey>;
export type LedgerEntry = z.infer<typeof ledgerEntry>;
export type ShownKey = z.infer<typeof shownKey>;
export type KeyPage = z.infer<typeof keyPage>;
export type AuditedPage = z.infer<typeof auditPage>;
export type DirectoryPage = z.infer<typeof directoryPage>;
export type DirectoryMending = z.infer<typeof directoryMending>;
export type Mending = z.infer<typeof mending>;
export type RefundedCredits = z.infer<typeof refunded>;
export type ViewedRequest = z.infer<typeof calledRequest>;
export type RequestList = z.infer<typeof requestList>;
export type EntryPage = z.infer<typeof entryPage>;
