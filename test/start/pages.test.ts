/** The commands of docs/upgrade.md and docs/roll-back.md, in their order, under calls: nothing is charged that was not answered. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { ownVersion } from '../../src/wire/command-line/own-version.ts';
import { missing } from '../../testing/needs.ts';
import { granted, LocalDeployment, longestWaitS } from './deployment.ts';

const run = promisify(execFile);
let deployment: LocalDeployment;

beforeAll(async () => {
  deployment = await LocalDeployment.make();
  await deployment.start();
});
afterAll(() => deployment?.remove());

/** The commands of a section of a page, or of what is before its sections, one a line. */
function commandsOf(page: string, section?: string): string[] {
  const text = readFileSync(inProject('docs', page), 'utf8');
  const part =
    section === undefined ? text.split('\n## ')[0] : (text.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '');
  const blocks = [...part.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block]) => block.split('\n'));
  return blocks.map((line) => line.trim()).filter(Boolean);
}

/** Runs a command as far as it can be here: the code stays as it is. @returns what it printed */
async function perform(line: string): Promise<string> {
  if (/^cd \/srv\/edgematte$|^git fetch --tags$|^npm ci$|^npm run (models|build)\b/.test(line)) return '';
  if (line === 'sudo systemctl stop edgematte') return deployment.stop().then(() => '');
  if (line === 'sudo systemctl start edgematte') return deployment.start();
  if (line === 'sudo systemctl reload edgematte') return deployment.script('restart');
  const here = line
    .replaceAll('/var/backups/edgematte', path.join(deployment.directory, 'backups'))
    .replace('http://127.0.0.1:8787', deployment.environment.EDGEMATTE_URL);
  const [, name, , words = ''] = /^npm run (\w+)( --)?(.*)$/.exec(here) ?? [];
  if (name) return deployment.script(name, ...words.split(' ').filter(Boolean));
  // What is checked out is a tag, or the commit that a backup names.
  const [, checkedOut] = /^git checkout (.+)$/.exec(here) ?? [];
  const shown = checkedOut === undefined ? here : `echo ${checkedOut}`;
  if (!/^(echo|curl) /.test(shown)) throw new Error(`Nobody knows how to run ${line}`);
  return (await run('bash', ['-c', shown])).stdout;
}

/** Runs commands one after the other. @returns what each printed */
async function performAll(lines: readonly string[]): Promise<ReadonlyMap<string, string>> {
  expect(lines.length).toBeGreaterThan(5);
  const printed = new Map<string, string>();
  for (const line of lines) printed.set(line, await perform(line));
  expect(printed.get('npm run keys -- audit')).toContain('add up');
  expect(printed.get('npm run keys -- audit --directory')).toContain('all agree');
  return printed;
}

const checkout = (printed: ReadonlyMap<string, string>) =>
  [...printed].find(([line]) => line.startsWith('git checkout $('))?.[1].trim();

const keepsPort = (missing('linux') ?? missing('execve')) === null;

test.runIf(keepsPort)('upgraded without a pause: nobody is refused', { timeout: 300_000 }, async () => {
  const key = await deployment.createKey();
  const calls = deployment.callOn(key.key);
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(5);
  const backup = path.join(deployment.directory, 'backups');
  const printed = await performAll(commandsOf('upgrade.md', 'Without a pause'));
  const [, seconds] =
    /^Ready again after ([\d.]+) s\n$/.exec(printed.get('sudo systemctl reload edgematte') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(0);
  const byThen = calls.statuses.length;
  await expect.poll(() => calls.statuses.length).toBeGreaterThan(byThen + 5);
  await calls.stop();
  // A connection that fetch had kept open may have ended under a call: that one was not answered.
  const answered = calls.statuses.filter((status) => typeof status === 'number');
  // On a machine that does much else a restart may take longer than calls wait.
  expect([...new Set(answered)].filter((status) => status !== 503 || Number(seconds) < longestWaitS)).toEqual([200]);
  expect(calls.statuses).not.toContain('ECONNREFUSED');
  rmSync(backup, { recursive: true });
});

test('upgraded, and rolled back with the code alone and with the state of before', { timeout: 600_000 }, async () => {
  const key = await deployment.createKey();
  const calls = deployment.callOn(key.key);
  const answered = () => calls.statuses.filter((status) => status === 200).length;
  const moreAnswers = async () => {
    const before = answered();
    await expect.poll(answered).toBeGreaterThan(before + 5);
  };
  await moreAnswers();

  const upgraded = await performAll(commandsOf('upgrade.md'));
  expect(JSON.parse([...upgraded].find(([line]) => line.startsWith('curl'))?.[1] ?? '').status).toBe('ready');
  await moreAnswers();
  expect(checkout(await performAll(commandsOf('roll-back.md', 'The code alone')))).toBe(String(ownVersion().commit));
  await moreAnswers();
  await calls.stop();
  // The Workers may be there before the networks are loaded.
  const numbers = calls.statuses.filter((status) => typeof status === 'number' && status !== 503);
  expect([...new Set(numbers)]).toEqual([200]);
  expect(calls.statuses).toContain('ECONNREFUSED');
  const spent = granted - (await deployment.balanceOf(key.id));
  // A line's call that the stop cut off may have been answered in full and not read.
  expect(spent).toBeGreaterThanOrEqual(answered());
  expect(spent).toBeLessThanOrEqual(answered() + 3 * 2);

  const printed = await performAll(commandsOf('roll-back.md', 'With the state of before'));
  expect(checkout(printed)).toBe(String(ownVersion().commit));
  expect(printed.get('sudo systemctl start edgematte')).toContain('This state was restored as of ');
  const left = await deployment.balanceOf(key.id);
  expect(left).toBeGreaterThan(granted - spent);
  expect(left).toBeLessThan(granted);
  expect(await deployment.call(key.key)).toBe(200);
});
