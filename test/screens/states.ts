/** Every page of the lists as somebody sees it, and what pages look like after something was done. */
import type { Page } from 'playwright-core';
import { type Guard, type ListName, type PageList, pageLists } from '../../src/site/page-lists.ts';
import type { PersonName, Signed } from './people.ts';

/** A page as it is to be seen. */
export interface State {
  /** Names its picture. */
  readonly name: string;
  readonly who: PersonName;
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Those who see a page of that guard; a customer's pages are seen empty too. */
const seenBy: Readonly<Record<Guard, readonly PersonName[]>> = {
  anybody: ['visitor'],
  visitor: ['visitor'],
  'signed-in': ['newcomer', 'customer'],
  operator: ['operator'],
  starter: [],
};

const isOfSomething = (path: string) => path.includes('/:');

/** One of each page of the lists; those that are shown once, after a form, are in {@link furtherStates}. */
export function pageStates(signed: Readonly<Record<PersonName, Signed>>): State[] {
  return Object.entries<PageList>(pageLists).flatMap(([list, { guard, pages }]) =>
    pages
      .filter(({ isShownOnce }) => !isShownOnce)
      .flatMap(({ path }) =>
        seenBy[guard]
          .filter((who) => !isOfSomething(path) || exampleOf(path, signed[who]) !== null)
          .map((who) => ({
            name: nameOf(list as ListName, path, who),
            who,
            path: exampleOf(path, signed[who]) ?? path,
          })),
      ),
  );
}

function exampleOf(path: string, { keyId, accountId }: Signed): string | null {
  if (!isOfSomething(path)) return path;
  const id = path.startsWith('/operator') ? accountId : keyId;
  return id === '' ? null : path.replace(/:\w+/, id);
}

function nameOf(list: ListName, path: string, who: PersonName): string {
  const place = path === '/' ? 'home' : path.slice(1).replaceAll(/[/:]+/g, '-');
  return list === 'dashboard' ? `${place}.${who}` : place;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

/** What pages look like after something was done there. */
export const furtherStates: readonly State[] = [
  { name: 'not-found', who: 'visitor', path: '/there-is-no-such-page' },
  {
    name: 'sign-in.refused',
    who: 'visitor',
    path: '/sign-in',
    act: async (page) => {
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await page.locator('.notice').first().waitFor();
    },
  },
  {
    name: 'dashboard-keys-created',
    who: 'newcomer',
    path: '/dashboard/keys/new',
    act: async (page) => {
      await page.getByLabel('Name').fill('First');
      await press('Create key')(page);
      await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    },
  },
];
