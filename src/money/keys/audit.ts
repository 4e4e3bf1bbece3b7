/** `npm run keys -- audit`: checks the entries of every key, and with `--mend` corrects what does not add up. */
import * as z from 'zod';
import { type AdminCall, AdminCallFailed } from './admin-client.ts';
import { auditPage, keyPage, mending } from './answers.ts';

/** Makes one call of the admin API and answers its JSON. */
export type Ask = (call: AdminCall) => Promise<unknown>;

export const auditReport = z.object({
  keys: z.int(),
  /** Entries checked: those after the last correction of each wallet. */
  entries: z.int(),
  unsound: z.array(
    z.object({
      id: z.string(),
      wallet: z.string(),
      fault: z.string(),
      /** Whether there is no ledger any more, or none that can be read: it cannot be mended. */
      lost: z.boolean(),
      /** Credits of the correction; null where nothing was mended. */
      correction: z.int().nullable(),
    }),
  ),
});
export type AuditReport = z.infer<typeof auditReport>;

/** Goes through the list of keys, page by page, and through the entries of each wallet, once. */
export async function auditKeys(ask: Ask, mend: boolean): Promise<AuditReport> {
  const report: AuditReport = { keys: 0, entries: 0, unsound: [] };
  const wallets = new Set<string>();
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = keyPage.parse(await ask({ method: 'GET', path: `/keys?limit=100${query}` }));
    for (const { id, wallet } of page.keys) {
      report.keys++;
      if (wallets.has(wallet)) continue;
      wallets.add(wallet);
      const { fault, lost, checked } = await auditKey(ask, id);
      report.entries += checked;
      if (fault === null) continue;
      const correction = mend && !lost ? await mendKey(ask, id) : null;
      report.unsound.push({ id, wallet, fault, lost, correction });
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return report;
}

interface Audited {
  readonly fault: string | null;
  readonly lost: boolean;
  readonly checked: number;
}

async function auditKey(ask: Ask, id: string): Promise<Audited> {
  let checked = 0;
  for (let query = ''; ; ) {
    const answer = await ask({ method: 'GET', path: `/keys/${id}/audit${query}` }).catch(nothingThere);
    if (answer === null) return { fault: 'its ledger is empty', lost: true, checked };
    const page = auditPage.parse(answer);
    checked += page.checked;
    if (page.fault !== null || page.next_cursor === null) return { fault: page.fault, lost: !page.readable, checked };
    query = `?cursor=${page.next_cursor}`;
  }
}

/** Null for a key that is listed and has no ledger. @throws what else went wrong */
function nothingThere(failure: unknown): null {
  if (failure instanceof AdminCallFailed && failure.status === 404) return null;
  throw failure;
}

async function mendKey(ask: Ask, id: string): Promise<number> {
  return mending.parse(await ask({ method: 'POST', path: `/keys/${id}/mend` })).correction.amount;
}
