/** Incidents are written, changed and removed by operators alone, each time in the audit log. */
import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listActs } from '../../operator/audit-log.ts';
import { addIncident, incidentOf, listIncidents } from '../../operator/incidents.ts';
import { base, deployment } from '../testing/deployment.ts';
import { type Browser, signedInBrowser } from '../testing/signed-in.ts';
import { operatorPages } from './routes.tsx';

const bindings = deployment(env);
const pages = operatorPages(async () => ({ parts: [], lanes: [], queues: [], networks: [] }));
const sent = { title: 'Late answers', text: 'One.\r\n\r\nTwo.', began: '2026-11-26T14:05', ended: '' };
const written = {
  title: 'Late answers',
  text: 'One.\n\nTwo.',
  beganAtMs: Date.UTC(2026, 10, 26, 14, 5),
  endedAtMs: null,
};

let olive: Browser;
let customer: Browser;
beforeAll(async () => {
  [olive, customer] = [await signedInBrowser(base, bindings), await signedInBrowser(base, bindings)];
  await bindings.DIRECTORY.prepare('UPDATE accounts SET isOperator = 1, twoFactorEnabled = 1 WHERE id = ?')
    .bind(olive.accountId)
    .run();
});
beforeEach(() => bindings.DIRECTORY.prepare('DELETE FROM incident').run());

const get = (to: string) => pages.request(`${base}${to}`, { headers: { Cookie: olive.cookie } }, bindings);

function post(to: string, fields: Record<string, string>, by = olive) {
  const body = new URLSearchParams({ csrf: by.token, ...fields });
  return pages.request(
    `${base}${to}`,
    { method: 'POST', headers: { Cookie: by.cookie, Origin: base }, body },
    bindings,
  );
}

const all = () => listIncidents(bindings, 0, Date.UTC(2100, 0));
const add = () => addIncident({ accountId: null, email: 'somebody' }, written, bindings);
const lastAct = async () => (await listActs(bindings, null, 1))[0];

test('a new one is written, and in the audit log', async () => {
  const answer = await post('/operator/incidents', sent);
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/operator/incidents?done=written']);
  const [{ id, ...found }] = await all();
  expect(found).toEqual(written);
  const detail = 'Late answers, from 2026-11-26T14:05Z';
  expect(await lastAct()).toMatchObject({ act: 'write incident', operator: olive.email, detail, done: true });
  expect(await (await get('/operator/incidents')).text()).toContain(`href="/operator/incidents/${id}"`);
});

test('one is changed', async () => {
  const id = await add();
  const answer = await post(`/operator/incidents/${id}`, { ...sent, ended: '2026-11-26T14:09' });
  expect(answer.status).toBe(303);
  expect(await incidentOf(id, bindings)).toEqual({ ...written, id, endedAtMs: Date.UTC(2026, 10, 26, 14, 9) });
  const detail = 'Late answers, from 2026-11-26T14:05Z to 2026-11-26T14:09Z';
  expect(await lastAct()).toMatchObject({ act: 'change incident', operator: olive.email, detail, done: true });
});

test('what is wrong changes nothing, and is shown with what was sent', async () => {
  const id = await add();
  for (const path of ['/operator/incidents', `/operator/incidents/${id}`]) {
    const answer = await post(path, { ...sent, title: '', text: 'Kept <text>' });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('Kept &lt;text&gt;');
  }
  expect(await all()).toEqual([{ ...written, id }]);
});

test('one is removed, once that is confirmed', async () => {
  const id = await add();
  const unconfirmed = await post(`/operator/incidents/${id}/remove`, {});
  expect([unconfirmed.status, await all()]).toEqual([422, [{ ...written, id }]]);
  expect((await post(`/operator/incidents/${id}/remove`, { sure: 'yes' })).status).toBe(303);
  expect(await all()).toEqual([]);
  expect(await lastAct()).toMatchObject({ act: 'remove incident', operator: olive.email, done: true });
});

test('one that is not there is not found', async () => {
  expect((await get('/operator/incidents/none')).status).toBe(404);
  for (const path of ['/operator/incidents/none', '/operator/incidents/none/remove']) {
    expect((await post(path, { ...sent, sure: 'yes' })).status).toBe(404);
  }
});

test('others write nothing', async () => {
  expect((await post('/operator/incidents', sent, customer)).status).toBe(404);
  expect((await post('/operator/incidents', { ...sent, csrf: 'x' })).status).toBe(403);
  expect(await all()).toEqual([]);
});

test('those of a time are found: that began before its end, and had not ended at its beginning', async () => {
  const at = written.beganAtMs;
  await addIncident({ accountId: null, email: 'somebody' }, { ...written, endedAtMs: at + 10 }, bindings);
  const found = async (from: number, to: number) => (await listIncidents(bindings, from, to)).length;
  expect([await found(at + 10, at + 20), await found(at + 11, at + 20)]).toEqual([1, 0]);
  expect([await found(at - 5, at), await found(at - 5, at - 1)]).toEqual([1, 0]);
});
