/** All pages of the site. Routes, guards, tabs and what a page loads come from here, and so do the pages that tests go through. */
import { guidePages, guidePath } from './guide-pages.ts';
import { referencePages, referencePath } from './reference-pages.ts';

/**
 * Who is let in: `visitor` for anybody, where a page knows who is there; `signed-in`; `operator`; `starter` for the browser that
 * opened the link which the start printed. For `anybody` there is no guard.
 */
export type Guard = 'anybody' | 'visitor' | 'signed-in' | 'operator' | 'starter';

/** A page. What it shows is given where its route is made. */
export interface PageSpec<Path extends string = string> {
  /** As Hono writes it: `/dashboard/keys/:id`. */
  readonly path: Path;
  /** Its entry in the navigation of its list, whose order is that of the list. Pages below it belong to it. */
  readonly tab?: string;
  /** Its entry at the foot of every page. */
  readonly foot?: string;
  /** Scripts that it loads, as in `/scripts/NAME.js`. */
  readonly scripts?: readonly string[];
  /** Styles that it loads beside those of its frame, as in `/styles/NAME.css`. */
  readonly styles?: readonly string[];
  /** Shows a secret after a form, once; otherwise it leads elsewhere. */
  readonly isShownOnce?: true;
}

/** Pages under one guard. */
export interface PageList<Path extends string = string> {
  readonly guard: Guard;
  /** The guard is before these paths and all below them, pages or not. A page elsewhere gets it by itself. */
  readonly roots: readonly string[];
  readonly pages: readonly PageSpec<Path>[];
}

const legal = { styles: ['documents'] };
const guide = { scripts: ['copy', 'search', 'languages'], styles: ['documents'] };
const reference = { scripts: ['copy', 'search', 'languages'], styles: ['documents', 'reference'] };
const listed = { scripts: ['search'], styles: ['documents', 'reference'] };

const publicPages = listOf({
  guard: 'anybody',
  roots: [],
  pages: [
    { path: '/', tab: 'Playground', scripts: ['playground', 'copy'], styles: ['playground', 'mend'] },
    { path: '/many-photos', tab: 'Many photos', scripts: ['many-photos'], styles: ['many-photos', 'mend'] },
    ...guidePages.map(({ name }) => ({
      path: guidePath(name),
      tab: name === '' ? 'Guide' : undefined,
      ...guide,
    })),
    { path: '/docs', tab: 'API reference', scripts: ['copy', 'search', 'moved'], styles: ['documents', 'reference'] },
    ...referencePages.map(({ name }) => ({ path: referencePath(name), ...reference })),
    { path: '/docs/index', ...listed },
    { path: '/docs/failed-calls', ...listed },
    { path: '/prices', tab: 'Prices', styles: ['billing'] },
    { path: '/terms', foot: 'Terms', ...legal },
    { path: '/privacy', foot: 'Privacy', ...legal },
    { path: '/accessibility', foot: 'Accessibility', ...legal },
  ],
});

const accountPages = listOf({
  guard: 'visitor',
  roots: ['/sign-up', '/sign-in', '/sign-out', '/verify-email', '/forgot-password', '/reset-password'],
  pages: [
    { path: '/sign-up' },
    { path: '/sign-up/sent' },
    { path: '/sign-in' },
    { path: '/sign-in/code' },
    { path: '/verify-email' },
    { path: '/verify-email/done' },
    { path: '/verify-email/again' },
    { path: '/forgot-password' },
    { path: '/forgot-password/sent' },
    { path: '/reset-password' },
  ],
});

const dashboardPages = listOf({
  guard: 'signed-in',
  roots: ['/dashboard'],
  pages: [
    { path: '/dashboard', tab: 'Overview', styles: ['charts', 'requests', 'overview'] },
    { path: '/dashboard/keys', tab: 'API keys', styles: ['charts'] },
    { path: '/dashboard/keys/new' },
    {
      path: '/dashboard/keys/created',
      scripts: ['copy', 'languages'],
      styles: ['documents'],
      isShownOnce: true,
    },
    { path: '/dashboard/keys/:id', styles: ['charts'] },
    { path: '/dashboard/credits', tab: 'Credits' },
    { path: '/dashboard/usage', tab: 'Usage', styles: ['charts', 'usage'] },
    { path: '/dashboard/requests', tab: 'Requests', styles: ['requests'] },
    { path: '/dashboard/billing', tab: 'Billing', styles: ['billing'] },
    { path: '/dashboard/account', tab: 'Account' },
    { path: '/dashboard/account/second-factor', scripts: ['copy'], isShownOnce: true },
  ],
});

const operatorStyles = { styles: ['operator'] };

const operatorPages = listOf({
  guard: 'operator',
  roots: ['/operator'],
  pages: [
    { path: '/operator', tab: 'Accounts', ...operatorStyles },
    { path: '/operator/accounts/:id', ...operatorStyles },
    { path: '/operator/invitations', tab: 'Invitations' },
    { path: '/operator/service', tab: 'Service', ...operatorStyles },
    { path: '/operator/incidents', tab: 'Incidents' },
    { path: '/operator/incidents/:id' },
    { path: '/operator/audit-log', tab: 'Audit log' },
  ],
});

const starterPages = listOf({ guard: 'starter', roots: [], pages: [{ path: '/dev/mail' }] });

const statusPages = listOf({
  guard: 'anybody',
  roots: [],
  pages: [{ path: '/status', foot: 'Status', styles: ['status'] }],
});

/** Every list; there are no other pages. */
export const pageLists = {
  public: publicPages,
  status: statusPages,
  account: accountPages,
  dashboard: dashboardPages,
  operator: operatorPages,
  starter: starterPages,
};

export type ListName = keyof typeof pageLists;

/** Paths of the pages of a list. */
export type PathOf<Name extends ListName> = (typeof pageLists)[Name]['pages'][number]['path'];

/** What is around a page: the path of its tab, and what it loads. */
export interface Surroundings {
  readonly section: string | undefined;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What is around that page of that list. */
export function surroundingsOf<Name extends ListName>(name: Name, path: PathOf<Name>): Surroundings {
  const pages: readonly PageSpec[] = pageLists[name].pages;
  const { scripts = [], styles = [] } = pages.find((page) => page.path === path) ?? {};
  const above = tabsOf(name).filter(([tab]) => path === tab || path.startsWith(`${tab}/`));
  const [section] = above.sort(([one], [other]) => other.length - one.length)[0] ?? [];
  return { section, scripts, styles };
}

/** The navigation of a list: path and name of each tab. */
export function tabsOf(name: ListName): (readonly [path: string, name: string])[] {
  const pages: readonly PageSpec[] = pageLists[name].pages;
  return pages.flatMap(({ path, tab }) => (tab === undefined ? [] : [[path, tab] as const]));
}

/** The pages that search engines are to find. */
export const foundPaths = [...publicPages.pages, ...statusPages.pages].map(({ path }) => path);

/** The entries at the foot of every page. */
export const feet = [...statusPages.pages, ...publicPages.pages].flatMap(({ path, foot }) =>
  foot === undefined ? [] : [[path, foot] as const],
);

function listOf<const Path extends string>(list: PageList<Path>): PageList<Path> {
  return list;
}
