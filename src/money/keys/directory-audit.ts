/** `npm run keys -- audit --directory`: compares the directory with the ledgers, and with `--mend` brings them together. */
import * as z from 'zod';
import { directoryMending, directoryPage } from './answers.ts';
import type { Ask } from './audit.ts';

export const directoryReport = z.object({
  wallets: z.int(),
  keys: z.int(),
  /** `mended` is false of all where nothing was to be mended. */
  differences: directoryMending.shape.differences,
});
export type DirectoryReport = z.infer<typeof directoryReport>;

/** Goes through all wallets, some at a time. */
export async function auditDirectory(ask: Ask, mend: boolean): Promise<DirectoryReport> {
  const report: DirectoryReport = { wallets: 0, keys: 0, differences: [] };
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = directoryPage.parse(await ask({ method: 'GET', path: `/directory${query}` }));
    report.wallets += page.wallets;
    report.keys += page.keys;
    if (mend) {
      for (const wallet of new Set(page.differences.map((difference) => difference.wallet))) {
        const answer = await ask({ method: 'POST', path: `/directory/${encodeURIComponent(wallet)}/mend` });
        report.differences.push(...directoryMending.parse(answer).differences);
      }
    } else report.differences.push(...page.differences.map((difference) => ({ ...difference, mended: false })));
    cursor = page.next_cursor;
  }
  return report;
}

/** Whether a report is of this audit. */
export function isDirectoryReport(report: unknown): boolean {
  return directoryReport.safeParse(report).success;
}
