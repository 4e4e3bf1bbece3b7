/** What axe-core finds wrong on a page, at the widths of a phone, a tablet and a desktop, light and dark. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { type ListName, type PageSpec, pageLists } from '../../src/pages/site/map/page-lists.ts';
import { deep } from '../../testing/depth.ts';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

type Rules = 'all' | 'contrast' | 'none';

interface View {
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
  readonly rules: Rules;
}

/**
 * How a page is looked at. At a push all rules run once, where nothing is hidden for want of room; what depends on colours runs
 * in both schemes, what depends on room at all widths. The deep level runs all rules in each.
 */
const views: readonly View[] = deep
  ? (['light', 'dark'] as const).flatMap((colorScheme) =>
      [390, 768, 1280].map((width) => ({ colorScheme, width, rules: 'all' as const })),
    )
  : [
      { colorScheme: 'light', width: 390, rules: 'contrast' },
      { colorScheme: 'light', width: 768, rules: 'none' },
      { colorScheme: 'light', width: 1280, rules: 'all' },
      { colorScheme: 'dark', width: 390, rules: 'contrast' },
      { colorScheme: 'dark', width: 1280, rules: 'contrast' },
    ];

/**
 * Looks at the page as it stands, in each view.
 * @returns a line for each finding: rule of axe-core, how often, where first; and one where the page scrolls sideways
 */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  const findings: string[] = [];
  // With its style.
  await page.waitForLoadState();
  // Puts it there, in the page.
  await page.evaluate(axe.source);
  for (const { colorScheme, width, rules } of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    findings.push(...(await findingsNow(page, rules)).map((finding) => `${width} px, ${colorScheme}: ${finding}`));
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

/** Waits until the page is drawn as the last order has it: a browser answers before it has taken on another size or scheme. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

async function findingsNow(page: Page, rules: Rules): Promise<string[]> {
  const lines = rules === 'none' ? [] : (await violations(page, rules)).map(lineOf);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return overflow > 0 ? [...lines, `scrolls sideways by ${overflow} px`] : lines;
}

/** What axe-core finds. Of a rule that is kept, no element is described. */
function violations(page: Page, rules: Exclude<Rules, 'none'>): Promise<Finding[]> {
  return page.evaluate(
    async (runOnly) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      return (await inPage.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations;
    },
    rules === 'contrast' ? ['color-contrast'] : null,
  );
}

function lineOf({ id, nodes }: Finding): string {
  return `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 200)}`;
}
