/** What this part of the admin API answers: the service builds it and the command reads it. */
import * as z from 'zod';

const time = z.iso.datetime();

/** Whether a restore may begin. */
export const recoveryState = z.object({ restoring: z.boolean() });
export type RecoveryState = z.infer<typeof recoveryState>;

/** Names of wallets, in their order. */
export const walletPage = z.object({ wallets: z.array(z.string()), next_cursor: z.string().nullable() });
export type WalletPage = z.infer<typeof walletPage>;

/** A charge or a name that a restore may lose, with the number of its row. */
export const losable = z.union([
  z.object({
    sequence: z.int(),
    charge: z.object({ at: time, key: z.string().nullable(), request: z.string().nullable(), credits: z.int() }),
  }),
  z.object({ sequence: z.int(), name: z.object({ key: z.string(), name: z.string(), until: time }) }),
]);
export type Losable = z.infer<typeof losable>;

/** Those of one wallet, newest first. */
export const losablePage = z.object({ items: z.array(losable), next_cursor: z.string().nullable() });
export type LosablePage = z.infer<typeof losablePage>;

/** A ledger that is as it was at a moment. */
export const restoredLedger = z.object({
  /** Undoes it; null where the ledger could not go back, and was closed: the directory of that moment does not know it. */
  undo: z.string().nullable(),
  /** Number of its last entry; 0 where it has none. What comes after it in what was there before is lost. */
  last_entry: z.int(),
  last_name: z.int(),
  /** Whether its keys were ended, as the directory of that moment does not know it. */
  closed: z.boolean(),
});
export type RestoredLedger = z.infer<typeof restoredLedger>;

/** What has ended since a moment. */
export const endedList = z.object({
  keys: z.array(z.object({ id: z.string(), ends: time })),
  accounts: z.array(z.string()),
  /** From when on the list is whole; null where it does not say it. */
  from: time.nullable(),
  unreadable: z.int(),
});
export type EndedList = z.infer<typeof endedList>;

/** What was ended again after a restore. */
export const endedAgain = z.object({
  keys: z.int(),
  accounts: z.int(),
  /** What is not there: it was made after the backup. */
  unknown: z.int(),
  /** Ids of those that could not be ended. */
  failed: z.array(z.string()),
});

export type EndedAgain = z.infer<typeof endedAgain>;
