/** Run in a copy that has the page `/dashboard/support`: it has its tab, and the tests in a browser go through it. */
import assert from 'node:assert/strict';
import { type PageSpec, pageLists, tabsOf } from '../../src/pages/site/map/page-lists.ts';
import { accessiblePages } from '../browser/accessibility.ts';

const path = '/dashboard/support';
const pages: readonly PageSpec[] = pageLists.dashboard.pages;
assert.deepEqual(
  pages.filter((page) => page.path === path),
  [{ path, tab: 'Support' }],
);
assert.deepEqual(tabsOf('dashboard').at(-1), [path, 'Support']);
const { plain, left } = accessiblePages('dashboard', () => assert.fail('No browser is needed'));
assert.ok(plain.includes(path) && left.has(path));
