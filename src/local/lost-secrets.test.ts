import { afterEach, expect, test, vi } from 'vitest';
import { sayLostSecrets } from './lost-secrets.ts';

afterEach(() => void vi.unstubAllGlobals());

const none = { keys: 0, second_factors: 0, names: 0 };
const values = [{ ...none, variable: 'KEY_HASH_SECRET', place: 1, keys: 2 }];
const secrets = { KEY_HASH_SECRET: 'k', ADMIN_TOKEN: 'a', INFERENCE_TOKEN: 'i', SESSION_SECRET: 's' };

async function said(answering: () => Promise<Response>): Promise<string[]> {
  const lines: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    expect([url, headers.Authorization]).toEqual(['http://here/admin/secrets', 'Bearer a']);
    return answering();
  });
  await sayLostSecrets('http://here', { secrets: () => secrets }, (line) => lines.push(line));
  return lines;
}

test('nothing is said where nothing is lost', async () => {
  expect(await said(async () => Response.json({ values, missing: none }))).toEqual([]);
});

test('the counts are printed where a value that is needed is not set', async () => {
  const missing = { ...none, keys: 3, second_factors: 1 };
  expect(await said(async () => Response.json({ values, missing }))).toEqual([
    'Something was made under a secret that is not set:',
    '  KEY_HASH_SECRET  2 keys',
    '  3 keys, 1 second factor need a value that is not set: add it to the variable whose name ends with _OLD.',
  ]);
});

test.each([
  ['an answer of another kind', async () => Response.json({}, { status: 503 })],
  ['no answer', () => Promise.reject(new Error('connection refused'))],
])('%s is said, and stops no start', async (_, answering) => {
  const [line, ...others] = await said(answering);
  expect(line).toMatch(/^What needs which secret could not be counted: /);
  expect(others).toEqual([]);
});
