/** What axe-core finds wrong on a page, at the widths of a phone, a tablet and a desktop, light and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Runs every rule of axe-core on the page as it stands.
 * @returns a line for each finding: rule, how often, where first; and one where the page scrolls sideways
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      findings.push(...(await findingsNow(page)).map((finding) => `${width} px, ${colorScheme}: ${finding}`));
    }
  }
  return findings;
}

async function findingsNow(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  // The script above has put it there, in the page.
  const violations: Finding[] = await page.evaluate(
    async () =>
      (await (globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run()).violations,
  );
  const lines = violations.map(({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 200)}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...lines, `scrolls sideways by ${overflow} px`] : lines;
}
