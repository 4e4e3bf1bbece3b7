/** Every page of the lists as somebody sees it, and what pages look like after something was done. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inProject } from '../../src/local/root.ts';
import { type Guard, type ListName, type PageList, pageLists } from '../../src/pages/site/map/page-lists.ts';
import { type PersonName, password, type Signed } from './people.ts';

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

function exampleOf(path: string, { keyId, accountId, incidentId }: Signed): string | null {
  if (!isOfSomething(path)) return path;
  const ofOperator = path.startsWith('/operator/incidents') ? incidentId : accountId;
  const id = path.startsWith('/operator') ? ofOperator : keyId;
  return id === '' ? null : path.replace(/:\w+/, id);
}

function nameOf(list: ListName, path: string, who: PersonName): string {
  const place = path === '/' ? 'home' : path.slice(1).replaceAll(/[/:]+/g, '-');
  return list === 'dashboard' ? `${place}.${who}` : place;
}

const sample = (name: string) => inProject(`src/pages/site/playground/samples/${name}.jpg`);

/** Gives the playground a photo of the samples, and waits for what comes of it. */
async function cutOut(page: Page, name: string): Promise<void> {
  await page.locator('#payment-note').filter({ hasText: 'Trial' }).waitFor();
  await page.locator('#photo').setInputFiles(sample(name));
  await page.locator('#status').filter({ hasText: 'ready' }).waitFor();
}

async function giveMany(page: Page): Promise<void> {
  await page.locator('#wallet option').first().waitFor({ state: 'attached' });
  const chosen = ['pet', 'portrait', 'product', 'car'].map((name) => readFileSync(sample(name)));
  const files = chosen.map((buffer, index) => ({ name: `photo ${index + 1}.jpg`, mimeType: 'image/jpeg', buffer }));
  await page.locator('#files').setInputFiles([...files, broken]);
  await page.getByRole('button', { name: /^Start ·/ }).waitFor();
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };

/** What pages look like after something was done there. */
export const furtherStates: readonly State[] = [
  {
    name: 'home.code',
    who: 'visitor',
    path: '/',
    act: (page) => page.getByText('Code', { exact: true }).click(),
  },
  {
    name: 'home.api-options',
    who: 'visitor',
    path: '/',
    act: (page) => page.getByText('API options').click(),
  },
  {
    name: 'home.failed',
    who: 'visitor',
    path: '/',
    act: async (page) => {
      await page.locator('#photo').setInputFiles(broken);
      await page.locator('#failure').waitFor();
    },
  },
  { name: 'home.result', who: 'visitor', path: '/', act: (page) => cutOut(page, 'pet') },
  {
    name: 'home.marketplace',
    who: 'visitor',
    path: '/',
    act: async (page) => {
      await cutOut(page, 'product');
      await page.getByText('Marketplace').first().click();
      await page.getByText('sRGB').first().waitFor();
    },
  },
  {
    name: 'home.brush',
    who: 'visitor',
    path: '/',
    act: async (page) => {
      await cutOut(page, 'portrait');
      await press('Edit by hand')(page);
      await page.getByRole('button', { name: 'Done' }).and(page.locator(':enabled')).waitFor();
    },
  },
  { name: 'not-found', who: 'visitor', path: '/there-is-no-such-page' },
  { name: 'many-photos.customer', who: 'customer', path: '/many-photos' },
  { name: 'many-photos.given', who: 'customer', path: '/many-photos', act: giveMany },
  {
    name: 'many-photos.made',
    who: 'customer',
    path: '/many-photos',
    act: async (page) => {
      await giveMany(page);
      await press(/^Start ·/)(page);
      await page.locator('#sum').filter({ hasText: '4 of 5 photos made' }).waitFor();
    },
  },
  {
    name: 'docs-search',
    who: 'visitor',
    path: '/docs/reference/cutouts',
    act: async (page) => {
      await page.getByRole('searchbox').fill('crop');
      await page.locator('.results a').first().waitFor();
    },
  },
  { name: 'docs-index.found', who: 'visitor', path: '/docs/index?q=crop' },
  { name: 'docs-index.nothing', who: 'visitor', path: '/docs/index?q=there+is+no+such+thing' },
  { name: 'dashboard-keys.nothing', who: 'customer', path: '/dashboard/keys?q=nothing' },
  { name: 'dashboard-requests.nothing', who: 'customer', path: '/dashboard/requests?id=nothing' },
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
  {
    name: 'dashboard-account-second-factor',
    who: 'newcomer',
    path: '/dashboard/account',
    act: async (page) => {
      await page.locator('#factor-password').fill(password);
      await press('Set up')(page);
      await page.locator('.qr').waitFor();
    },
  },
];
