/** The calls of a key, as the operator reads them. */
import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { additionsOf } from '../request-log/add.ts';
import { admin } from './admin.ts';
import { printRequests } from './print.ts';

const wallet = 'live_wwwwwwwwww';
const keys = ['key_aaaaaaaaaaaaaaaa', 'key_bbbbbbbbbbbbbbbb'];
const atMs = Date.UTC(2050, 5, 15, 12, 30, 20);
const call = { operation: 'alpha-channel', options: ['crop'], milliseconds: 850, pixels: 600, wallet };

test('its last calls, or those with one id; none of another key of its wallet', async () => {
  const { DIRECTORY } = env;
  const listed = 'INSERT INTO keys (id, wallet, type, hint, created_at) VALUES (?, ?, ?, ?, 1)';
  await DIRECTORY.batch(keys.map((id) => DIRECTORY.prepare(listed).bind(id, wallet, 'live', 'abcd')));
  const [mine, other] = keys;
  const well = { ...call, keyId: mine, status: 200, errorCode: null, credits: 1 };
  const failed = { ...call, keyId: mine, status: 503, errorCode: 'SERVICE_UNAVAILABLE', credits: 0 };
  await DIRECTORY.batch(
    additionsOf(DIRECTORY, [
      { ...well, atMs, requestId: 'r-1' },
      { ...failed, atMs: atMs + 1000, requestId: 'r-2' },
      { ...well, keyId: other, atMs: atMs + 2000, requestId: 'r-1' },
    ]),
  );
  const ask = async (query = '') => {
    const headers = { Authorization: `Bearer ${env.ADMIN_TOKEN}` };
    return (await admin.request(`/keys/${mine}/requests${query}`, { headers }, env)).json();
  };
  const said = { at: '2050-06-15 12:30:20', request_id: 'r-1', operation: 'alpha-channel', options: ['crop'] };
  const charged = { ...said, status: 200, error_code: null, milliseconds: 850, pixels: 600, credits: 1, calls: 1 };
  const refused = { ...charged, at: '2050-06-15 12:30:21', request_id: 'r-2' };
  const both = [{ ...refused, status: 503, error_code: 'SERVICE_UNAVAILABLE', credits: 0 }, charged];
  expect(await ask()).toEqual({ requests: both });
  expect(await ask('?request=r-1')).toEqual({ requests: [charged] });
  expect(await ask('?limit=1')).toEqual({ requests: both.slice(0, 1) });
  expect(printRequests({ requests: both })).toMatch(
    / 503 SERVICE_UNAVAILABLE +850 ms +0 +r-2\n.* 200 +850 ms +1 +r-1$/,
  );
  expect(printRequests(await ask('?request=r-3'))).toBe('No calls.');
});
