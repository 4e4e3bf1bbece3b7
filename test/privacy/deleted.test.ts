/** What is left of a person who has deleted the account, once the service has stopped: neither address nor names, in no file and in no log. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from '../../testing/person.ts';
import { type Stack, startStack } from '../stack.ts';

const email = 'somebody-5c1e77@marked-address.example';
const newEmail = 'another-90be12@marked-address.example';
const password = 'a long password';
/** Of the person, and of what the person made. */
const marks = [email, newEmail, 'marked-address', 'the-name-3f0a', 'the-key-7d21'];

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-deleted-'));
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ stateDirectory: directory });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(directory, { recursive: true, force: true });
});

function filesWith(text: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => path.join(parentPath, name));
  return files.filter((file) => readFileSync(file).includes(text)).map((file) => path.relative(directory, file));
}

test('is nothing', { timeout: 120_000 }, async () => {
  const person = new Person(stack.base);
  await person.join(email, password, 'the-name-3f0a');
  await person.makeKey({ name: 'the-key-7d21' });
  await person.visit('/dashboard/account');
  await person.submit('/dashboard/account/email', { email: newEmail, password });
  for (const mark of ['marked-address', 'the-name-3f0a', 'the-key-7d21']) expect(filesWith(mark)).not.toEqual([]);
  await person.visit('/dashboard/account');
  const left = await person.submit('/dashboard/account/delete', { password });
  expect(left.location).toBe('/sign-in?done=deleted');
  const links = (await person.mails()).flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []);
  expect(links).not.toEqual([]);

  await stack.workers.stop();
  for (const mark of marks) expect([mark, filesWith(mark)]).toEqual([mark, []]);
  const log = stack.output.join('\n');
  for (const text of [...marks, ...links]) expect(log).not.toContain(text);
  // The search would have found what is there.
  expect(filesWith('d1_migrations')).not.toEqual([]);
});
