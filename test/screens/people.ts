/** Who looks at the pages: a visitor, somebody who has just signed up, a customer with calls, an operator. */
import { setTimeout as wait } from 'node:timers/promises';
import { Person } from '../../testing/person.ts';
import { plainPhoto } from '../../testing/photos.ts';
import { newOperator } from '../accounts/operator-sign-up.ts';
import type { Stack } from '../stack.ts';

export const people = ['visitor', 'newcomer', 'customer', 'operator'] as const;
export type PersonName = (typeof people)[number];

/** A person's cookies, and what their pages are of. */
export interface Signed {
  readonly cookies: ReadonlyMap<string, string>;
  /** The customer's key; empty for the others. */
  readonly keyId: string;
  /** The customer's account, as the operator sees it. */
  readonly accountId: string;
  /** An incident that the operator has written. */
  readonly incidentId: string;
}

/** Of everybody. */
export const password = 'a long password';

/** Signs everybody up, and lets the customer make calls of which some fail. */
export async function signUpAll(stack: Stack): Promise<Readonly<Record<PersonName, Signed>>> {
  const [newcomer, customer] = [new Person(stack.base), new Person(stack.base)];
  await newcomer.join('newcomer@example.org', password, 'Nora New');
  await customer.join('customer@example.org', password, 'Carl Customer');
  const { key, id: keyId } = await customer.makeKey({ name: 'Shop' });
  await customer.makeKey({ name: 'Staging' });
  await makeCalls(stack.base, key);
  await written(customer);
  const operator = await newOperator(stack, 'operator@example.org', password);
  const found = await operator.visit('/operator?q=customer%40example.org');
  const accountId = idIn(found.text, /\/operator\/accounts\/([\w-]+)/);
  const incidentId = await writeIncident(operator);
  const nobody = { keyId: '', accountId: '', incidentId: '' };
  return {
    visitor: { cookies: new Map(), ...nobody },
    newcomer: { cookies: newcomer.cookies, ...nobody },
    customer: { cookies: customer.cookies, ...nobody, keyId },
    operator: { cookies: operator.cookies, keyId: '', accountId, incidentId },
  };
}

/** Writes an incident of yesterday. @returns its id */
async function writeIncident(operator: Person): Promise<string> {
  const minute = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000).toISOString().slice(0, 16);
  const text = 'Answers took up to a minute. Nothing was lost, and no call was charged that was not answered.';
  await operator.visit('/operator/incidents');
  const fields = { title: 'Slow answers', text, began: minute(25), ended: minute(24) };
  const list = await operator.follow(await operator.submit('/operator/incidents', fields));
  return idIn(list.text, /\/operator\/incidents\/([\w-]+)/);
}

/** The id that a page names; without it its own page would be missing from the sheets. */
function idIn(page: string, pattern: RegExp): string {
  const id = pattern.exec(page)?.[1];
  if (!id) throw new Error(`No page has ${pattern}`);
  return id;
}

async function makeCalls(base: string, key: string): Promise<void> {
  const photo = new Uint8Array(await plainPhoto(120, 80));
  const call = async (path: string, body: Uint8Array<ArrayBuffer> | string) => {
    const form = new FormData();
    form.set('file', new Blob([body]), 'photo.jpg');
    await (await fetch(`${base}${path}`, { method: 'POST', headers: { 'X-API-Key': key }, body: form })).arrayBuffer();
  };
  for (const path of ['/v1.0/image-without-background', '/v1.0/alpha-channel', '/v1.0/image-without-background']) {
    await call(path, photo);
  }
  await call('/v1.0/image-without-background', 'no picture');
}

/** Calls are written down by a queue: waits for their rows. */
async function written(customer: Person): Promise<void> {
  for (let second = 0; second < 60; second++) {
    if ((await customer.visit('/dashboard/requests')).text.includes('415')) return;
    await wait(1000);
  }
  throw new Error('The calls of the customer were not written down');
}
