/** An operator who is ready to work: signed up, marked, with a second factor. */

import { codeOf, Person } from '../../testing/person.ts';
import type { Stack } from '../stack.ts';

/** @returns the operator's browser, signed in */
export async function newOperator(stack: Stack, email: string, password: string): Promise<Person> {
  const operator = new Person(stack.base);
  await operator.join(email, password, 'Olive');
  await stack.admin('PUT', '/operators', { email, operator: true });
  await addSecondFactor(operator, password);
  return operator;
}

/** Sets a second factor up, as the page of the account leads through it. */
export async function addSecondFactor(person: Person, password: string): Promise<void> {
  await person.visit('/dashboard/account');
  const shown = await person.follow(await person.submit('/dashboard/account/second-factor', { password }));
  const [, secret] = /id="factor-secret"[^>]*>(?:<code>)?([A-Z2-7 ]+)/.exec(shown.text) ?? [];
  const confirmed = await person.submit('/dashboard/account/second-factor/confirm', { code: codeOf(secret) });
  if (confirmed.location === null) throw new Error(`The second factor was refused: ${confirmed.status}`);
}
