/** What a tab finds of the one before it, where both share a process. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launch, noBrowser, Tabs } from '../../testing/chromium.ts';
import { describeWith } from '../run/describe-with.ts';

describeWith(noBrowser, 'a tab', () => {
  let server: Server;
  let browser: Browser;
  let tabs: Tabs;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const isScript = request.url === '/worker.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? '' : '<title>A page</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launch();
    tabs = await Tabs.of(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, {});
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  const found = (page: Page) =>
    page.evaluate(async () => ({
      cookie: document.cookie,
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    }));

  it('finds nothing of what the one before it kept, and no permission that it had', async () => {
    const first = await tabs.open();
    await first.page.goto('/');
    const nothing = await found(first.page);
    await first.page.context().addCookies([{ name: 'name', value: 'value', url: first.page.url() }]);
    await first.page.context().grantPermissions(['clipboard-read']);
    await first.page.evaluate(async () => {
      localStorage.setItem('name', 'value');
      sessionStorage.setItem('name', 'value');
      await new Promise((resolve) => {
        indexedDB.open('database').onsuccess = resolve;
      });
      await caches.open('cache');
      await navigator.serviceWorker.register('/worker.js');
    });
    expect(await found(first.page)).toEqual({
      cookie: 'name=value',
      local: 1,
      session: 1,
      databases: 1,
      caches: 1,
      workers: 1,
      clipboard: 'granted',
    });
    await first.close();
    const second = await tabs.open();
    await second.page.goto('/');
    expect(await found(second.page)).toEqual(nothing);
    expect(nothing).toMatchObject({ cookie: '', local: 0, session: 0, databases: 0, caches: 0, workers: 0 });
    expect(nothing.clipboard).not.toBe('granted');
    await second.close();
  });

  it('opens where the one before it has crashed', async () => {
    const first = await tabs.open();
    const crashed = first.page.waitForEvent('crash');
    await first.page.goto('chrome://crash').catch(() => {});
    await crashed;
    await first.close();
    const second = await tabs.open();
    await second.page.goto('/');
    expect(await second.page.title()).toBe('A page');
    await second.close();
  });
});
