/** Whom the hashes of a form are for: of the places in their line one is for networks without a failed try. */
import { env } from 'cloudflare:test';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { RequestMemory } from '../../../pixels/bounds/memory.ts';
import { csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { accountsSetup } from '../../accounts/environment.ts';
import { failedTries } from '../../accounts/failed-tries.ts';
import { hashingFor, hashPassword } from '../../accounts/password.ts';
import { base, deployment, sessionSecret } from '../testing/deployment.ts';
import { onRefusal, type Visited, visiting } from './visit.tsx';

const bindings = deployment({ ...env, TRUSTED_ADDRESS_HEADER: 'X-Real-IP' });
const password = 'a long password';

const app = new Hono<Visited>();
app.onError(onRefusal);
app.use('/*', visiting());
app.post('/form', async (context) => {
  await hashPassword(password, context.get('visit').setup);
  return context.text('hashed');
});

async function post(address: string): Promise<Response> {
  const csrf = await csrfToken(visitorSubject, sessionSecret);
  const headers = { Origin: base, 'Content-Type': 'application/x-www-form-urlencoded', 'X-Real-IP': address };
  return app.request(`${base}/form`, { method: 'POST', headers, body: `csrf=${csrf}` }, bindings);
}

test('beside two strangers that wait, a network whose try has failed finds no place, and another one does', async () => {
  const setup = accountsSetup(new Request(base), bindings);
  if (!setup) throw new Error('Accounts are not set up');
  failedTries.note('192.0.2.1/32');
  // No hash begins while pictures have all memory.
  const pictures = new RequestMemory(setup);
  await pictures.take(setup.isolateBudgetBytes);
  const stranger = { isKnown: false, network: null, hasFailed: false };
  const waiting = [1, 2].map(() => hashingFor(stranger, () => hashPassword(password, setup)));
  expect((await post('192.0.2.1')).status).toBe(503);
  const other = post('192.0.2.2');
  pictures.giveBack();
  expect((await other).status).toBe(200);
  expect(await Promise.all(waiting)).toHaveLength(2);
});
