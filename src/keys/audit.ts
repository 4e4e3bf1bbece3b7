/** `npm run keys -- audit`: checks the entries of every key, and with `--mend` corrects what does not add up. */
import { z } from 'zod';
import type { AdminCall } from './admin-client.ts';
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
      const { fault, checked } = await auditKey(ask, id);
      report.entries += checked;
      if (fault !== null) report.unsound.push({ id, wallet, fault, correction: mend ? await mendKey(ask, id) : null });
    }
    cursor = page.next_cursor;
  } while (cursor !== null);
  return report;
}

async function auditKey(ask: Ask, id: string): Promise<{ fault: string | null; checked: number }> {
  let checked = 0;
  for (let query = ''; ; ) {
    const page = auditPage.parse(await ask({ method: 'GET', path: `/keys/${id}/audit${query}` }));
    checked += page.checked;
    if (page.fault !== null || page.next_cursor === null) return { fault: page.fault, checked };
    query = `?cursor=${page.next_cursor}`;
  }
}

async function mendKey(ask: Ask, id: string): Promise<number> {
  return mending.parse(await ask({ method: 'POST', path: `/keys/${id}/mend` })).correction.amount;
}
