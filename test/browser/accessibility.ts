/** What axe-core finds wrong on a page, at the widths of a phone, a tablet and a desktop, light and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type ListName, type PageSpec, pageLists } from '../../src/site/page-lists.ts';

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
  // Puts it there, in the page.
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      findings.push(...(await findingsNow(page)).map((finding) => `${width} px, ${colorScheme}: ${finding}`));
    }
  }
  return findings;
}

/**
 * Pages of a list, which a test holds against axe-core one by one until none is left.
 * @param page the tab of the browser that they are opened in
 */
export function accessiblePages(list: ListName, page: () => Page) {
  const pages: readonly PageSpec[] = pageLists[list].pages;
  const left = new Set(pages.map(({ path }) => path));
  return {
    /** Those that are opened by their path alone; the others have a parameter, or are shown once after a form. */
    plain: pages.filter(({ path, isShownOnce }) => !path.includes(':') && !isShownOnce).map(({ path }) => path),
    left,
    /** What is found on the page of that path, where the browser has to be. */
    async findings(path: string): Promise<string[]> {
      const { pathname } = new URL(page().url());
      if (!new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)) return [`${pathname} is not ${path}`];
      left.delete(path);
      return accessibilityFindings(page());
    },
  };
}

async function findingsNow(page: Page): Promise<string[]> {
  const violations: Finding[] = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    // Every rule is run; of one that is kept, no element is described.
    return (await inPage.run({ resultTypes: ['violations'] })).violations;
  });
  const lines = violations.map(({ id, nodes }) => `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 200)}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...lines, `scrolls sideways by ${overflow} px`] : lines;
}
