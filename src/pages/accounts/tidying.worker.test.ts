import { env as bindings } from 'cloudflare:test';
import { afterEach, expect, test, vi } from 'vitest';
import { tidy, tidyLater } from './tidying.ts';

const { DIRECTORY } = bindings;
const nowMs = Date.UTC(2027, 0, 31);
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString();

async function idsOf(table: string): Promise<string[]> {
  const { results } = await DIRECTORY.prepare(`SELECT id FROM ${table} ORDER BY id`).all<{ id: string }>();
  return results.map(({ id }) => id);
}

afterEach(() => void vi.restoreAllMocks());

test('what has ended is forgotten, and nothing else', async () => {
  const account = (id: string, verified: number, days: number) =>
    DIRECTORY.prepare(
      `INSERT INTO accounts (id, name, email, emailVerified, termsAcceptedAt, createdAt, updatedAt) VALUES (?1, '', ?1, ?2, '', ?3, '')`,
    ).bind(id, verified, daysAgo(days));
  const session = (id: string, days: number) =>
    DIRECTORY.prepare(
      `INSERT INTO sessions (id, userId, token, expiresAt, createdAt, updatedAt) VALUES (?1, 'kept', ?1, ?2, '', '')`,
    ).bind(id, daysAgo(days));
  const verification = (id: string, days: number) =>
    DIRECTORY.prepare(
      `INSERT INTO verifications (id, identifier, value, expiresAt, createdAt, updatedAt) VALUES (?1, '', '', ?2, '', '')`,
    ).bind(id, daysAgo(days));
  const invitation = (id: string, days: number) =>
    DIRECTORY.prepare(`INSERT INTO invitation (id, token_hash, created_at, expires_at) VALUES (?1, ?1, 0, ?2)`).bind(
      id,
      Date.parse(daysAgo(days)),
    );
  const signUp = (id: string, days: number) =>
    DIRECTORY.prepare(`INSERT INTO sign_up (id, address, at) VALUES (?1, '', ?2)`).bind(id, Date.parse(daysAgo(days)));
  await DIRECTORY.batch([
    ...[signUp('of today', 0.99), signUp('of yesterday', 1.01)],
    ...[account('kept', 1, 400), account('waiting', 0, 6.99), account('forgotten', 0, 7.01)],
    ...[session('open', -0.01), session('ended', 0.01), verification('link', -0.01), verification('old link', 0.01)],
    ...[invitation('new', -1), invitation('shown', 89.99), invitation('gone', 90.01)],
  ]);
  await tidy({ env: bindings }, nowMs);
  expect(await idsOf('accounts')).toEqual(['kept', 'waiting']);
  expect(await idsOf('sign_up')).toEqual(['of today']);
  expect(await idsOf('sessions')).toEqual(['open']);
  expect(await idsOf('verifications')).toEqual(['link']);
  expect(await idsOf('invitation')).toEqual(['new', 'shown']);
});

test('where the directory is out of reach nothing fails but a line of the log', async () => {
  const lines: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  const away = new Proxy(DIRECTORY, {
    get(directory, called) {
      if (called === 'batch') return () => Promise.reject(new Error('out of reach'));
      return (statement: string) => directory.prepare(statement);
    },
  });
  tidyLater({ env: { ...bindings, DIRECTORY: away } });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(JSON.parse(lines[0])).toEqual({
    level: 'error',
    event: 'accounts-not-tidied',
    cause: 'Error: out of reach',
  });
});
