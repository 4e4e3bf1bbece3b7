/**
 * `npm run backup` while calls go on, and `npm run restore`: what was charged by then is charged, what ended since has ended, what was
 * bought since is there, and the ledgers add up.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { granted, LocalDeployment } from './deployment.ts';

let deployment: LocalDeployment;
let backup: string;

beforeAll(async () => {
  await once(stripe.listen(0, '127.0.0.1'), 'listening');
  deployment = await LocalDeployment.make({
    ...{ CREDIT_PACKS: '100 for 9.00 EUR', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1' },
    STRIPE_API_URL: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
  });
  backup = path.join(deployment.directory, 'backup');
  await deployment.start();
});
afterAll(async () => {
  await deployment?.remove();
  stripe.closeAllConnections();
  stripe.close();
});

/** Stripe, as far as it lists events. */
const events: object[] = [];
const stripe = http.createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data: events, has_more: false }));
});

function paidCheckout(account: string): object {
  const price = { amount_total: 900, currency: 'eur', payment_intent: 'pi_1' };
  const metadata = { credits: '100', amount: '900', currency: 'eur' };
  const session = { id: 'cs_1', payment_status: 'paid', ...price, client_reference_id: account, metadata };
  const object = { ...session, livemode: false };
  return { id: 'evt_1', type: 'checkout.session.completed', livemode: false, data: { object } };
}

/** The directory's purchases, read beside the service that has it open. */
function purchases(): unknown[] {
  const folder = path.join(deployment.state, 'workers/d1/miniflare-D1DatabaseObject');
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite') && !file.startsWith('metadata'));
  const database = new DatabaseSync(path.join(folder, name ?? ''), { readOnly: true });
  try {
    const rows = database.prepare('SELECT account_id, credits, state FROM purchase').all();
    return rows.map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

test('a state is put back as it was under calls', { timeout: 300_000 }, async () => {
  const [quiet, busy] = [await deployment.createKey(), await deployment.createKey()];
  const stolen = await deployment.createKey();
  const email = 'anna@example.org';
  await deployment.createAccount(email);
  const buyer = await deployment.createAccount('ben@example.org');
  expect(await deployment.call(quiet.key)).toBe(200);
  await expect.poll(() => deployment.balanceOf(quiet.id)).toBe(granted - 1);
  const calls = deployment.callOn(busy.key);
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(5);

  const line = await deployment.script('backup', backup);
  const byThen = calls.statuses.length;
  expect(line).toMatch(/^\S+ holds \d+ files of \S+; calls waited \d+ ms\n$/);
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(byThen + 5);
  await calls.stop();
  expect([...new Set(calls.statuses)]).toEqual([200]);
  expect(await deployment.call(quiet.key)).toBe(200);
  const later = await deployment.createKey();
  await deployment.script('keys', 'revoke', stolen.id);
  await deployment.script('accounts', 'delete', email);
  // A checkout that began and was paid since: the restored directory knows nothing of it.
  events.push(paidCheckout(buyer));
  await expect(deployment.script('restore', backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another start \(process \d+\) uses \S+; stop it or set EDGEMATTE_STATE\n$/),
  });

  await deployment.stop();
  const restored = await deployment.script('restore', backup);
  const [, aside = ''] = /the state of before is in (\S+)/.exec(restored) ?? [];
  const kept = ['demo-account.json', 'demo-key', 'lost.jsonl', 'secrets.json', 'workers'];
  expect(readdirSync(aside).sort()).toEqual(kept);
  expect(restored).toContain('\n1 keys and 1 accounts are on the list of what ended since.\n');
  const start = await deployment.start();
  expect(start).toContain('1 keys and 1 accounts that ended since were ended again\n');
  expect(start).toContain('\n1 events of Stripe were read again; each counts once\n');
  expect(purchases()).toEqual([{ account_id: buyer, credits: 100, state: 'paid' }]);
  expect(await deployment.script('keys', 'audit')).toContain('add up');
  expect(await deployment.script('keys', 'audit', '--directory')).toContain('all agree');
  await expect(deployment.script('accounts', 'delete', email)).rejects.toMatchObject({
    stderr: expect.stringContaining('No account has this address'),
  });
  expect(await deployment.balanceOf(quiet.id)).toBe(granted - 1);
  const charged = granted - (await deployment.balanceOf(busy.id));
  expect(charged).toBeGreaterThan(0);
  // Calls that had begun by the end of the backup: those that had ended, and one more a line.
  expect(charged).toBeLessThanOrEqual(byThen + 3);
  // What is given back: the calls of the busy key since, and one of the quiet one.
  expect(restored).toContain(
    `\n${calls.statuses.length - charged + 1} charges and 0 names of Idempotency-Key since are lost; `,
  );
  await expect(deployment.balanceOf(later.id)).rejects.toMatchObject({ code: 1 });
  const keys = [quiet, later, stolen];
  expect(await Promise.all(keys.map(({ key }) => deployment.call(key)))).toEqual([200, 401, 401]);
  expect(readFileSync(path.join(backup, 'secrets.json'), 'utf8')).toBe(
    readFileSync(path.join(deployment.state, 'secrets.json'), 'utf8'),
  );
});
