/** States that earlier versions left (`test/fixtures/states`) are brought up to date by a start, and served with everything there. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { extract } from 'tar';
import { afterEach, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { Person } from '../../testing/person.ts';
import { LocalDeployment } from './deployment.ts';

const fixtures = inProject('test/fixtures/states');
const versions = readdirSync(fixtures).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));

interface Described {
  readonly stoppedAt: string;
  readonly account: { email: string; password: string; cookies: readonly [string, string][]; key: string };
  readonly demoKey: string;
  readonly repeated: { readonly key: string; readonly name: string };
  readonly keys: readonly { id: string; key: string; balance: number; isRevoked: boolean; entries: readonly Entry[] }[];
}

interface Entry {
  readonly sequence: number;
  readonly at: string;
}

let deployment: LocalDeployment;
afterEach(() => deployment?.remove());

/** Columns with a time that something waits for, Unix milliseconds or ISO 8601. */
const times = ['wallet.expires_at_ms', 'remembered_name.ends_at_ms', 'entry.at_ms', 'sessions.expiresAt'];

/** Moves the times of a state as though it had been stopped just now: sessions and names of calls end after days. */
function asOfNow(workers: string, byMs: number): void {
  for (const entry of readdirSync(workers, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.sqlite')) continue;
    const database = new DatabaseSync(path.join(entry.parentPath, entry.name));
    for (const [table, column] of times.map((time) => time.split('.'))) {
      if (!database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(table)) continue;
      const moved =
        column === 'expiresAt'
          ? `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '+${Math.round(byMs / 1000)} seconds')`
          : `${column} + ${Math.round(byMs)}`;
      database.exec(`UPDATE ${table} SET ${column} = ${moved}`);
    }
    database.close();
  }
}

/** Sends the picture of the fixture. @returns the status */
async function call(base: string, key: string, name?: string): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([readFileSync(inProject('test/fixtures/pictures/photo.png'))]), 'photo.png');
  const headers = { 'X-API-Key': key, ...(name && { 'Idempotency-Key': name }) };
  const answer = await fetch(`${base}/v1.0/alpha-channel`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

test.each(versions)('the state of %s', { timeout: 300_000 }, async (version) => {
  const described: Described = JSON.parse(readFileSync(path.join(fixtures, `${version}.json`), 'utf8'));
  const { account, demoKey, keys, repeated } = described;
  deployment = await LocalDeployment.make();
  mkdirSync(deployment.state, { mode: 0o700 });
  await extract({ file: path.join(fixtures, `${version}.tar.gz`), cwd: deployment.state });
  const movedMs = Date.now() - Date.parse(described.stoppedAt);
  asOfNow(path.join(deployment.state, 'workers'), movedMs);
  await deployment.start();
  const base = deployment.environment.EDGEMATTE_URL;

  for (const { id, balance, isRevoked, entries } of keys) {
    const shown = JSON.parse(await deployment.script('keys', 'show', id, '--json'));
    expect(shown).toMatchObject({ balance, revoked: isRevoked });
    const withoutTimes = (all: readonly Entry[]) => all.map(({ at: _at, ...entry }) => entry);
    expect(withoutTimes(shown.entries)).toEqual(withoutTimes(entries));
  }
  expect(await deployment.script('keys', 'audit')).toContain('add up');
  expect(await deployment.script('keys', 'audit', '--directory')).toContain('all agree');

  const statuses = await Promise.all(keys.map(({ key }) => call(base, key)));
  expect(statuses).toEqual(keys.map(({ isRevoked }) => (isRevoked ? 401 : 200)));
  expect(await call(base, demoKey)).toBe(200);
  const repeating = keys.find(({ key }) => key === repeated.key);
  const due = Number(repeating?.balance) - 1;
  await expect.poll(() => deployment.balanceOf(repeating?.id ?? '')).toBe(due);
  expect(await call(base, repeated.key, repeated.name)).toBe(200);
  expect(await call(base, repeated.key, 'another')).toBe(200);
  // The repeat was free, and the other was not.
  await expect.poll(() => deployment.balanceOf(repeating?.id ?? '')).toBe(due - 1);

  const startWord = readFileSync(path.join(deployment.state, 'start-word'), 'utf8').trim();
  const signedIn = new Person(base, { startWord });
  for (const [name, value] of account.cookies) signedIn.cookies.set(name, value);
  const dashboard = await signedIn.visit('/dashboard');
  expect([dashboard.status, dashboard.text.includes(account.email)]).toEqual([200, true]);
  const own = keys.find(({ key }) => key === account.key);
  expect((await signedIn.visit('/dashboard/keys')).text).toContain(own?.id);
  expect((await signedIn.visit('/dashboard/requests')).text).toContain('alpha-channel');
  const again = new Person(base, { startWord });
  expect((await again.signIn(account.email, account.password)).location).toBe('/dashboard');
});
