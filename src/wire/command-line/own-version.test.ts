import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { ownVersion } from './own-version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'edgematte-version-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function describeAs(fields: object, place = folder): void {
  mkdirSync(place, { recursive: true });
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name: 'edgematte', version: '3.2.1', ...fields }));
}

/** A repository with all that is there committed. @returns the commit's first 12 digits */
function commit(): string {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message=first');
  git('tag', 'v3.2.1');
  return git('rev-parse', 'HEAD').slice(0, 12);
}

test('it is that of this project', () => {
  expect(ownVersion({ SERVICE_COMMIT: 'abc' })).toEqual({ version: packageFile.version, commit: 'abc' });
});

test("the commit is git's, and changes show in it", () => {
  describeAs({});
  const commitId = commit();
  expect(ownVersion({}, [folder])).toEqual({ version: '3.2.1', commit: commitId });
  describeAs({ private: true });
  expect(ownVersion({}, [folder])).toEqual({ version: '3.2.1', commit: `${commitId}-dirty` });
});

test('a folder without git has the commit that it is given, or that its package names, or none', () => {
  describeAs({});
  expect(ownVersion({}, [folder])).toEqual({ version: '3.2.1', commit: null });
  describeAs({ gitHead: 'b20604dc1234' });
  expect(ownVersion({}, [folder]).commit).toBe('b20604dc1234');
  expect(ownVersion({ SERVICE_COMMIT: 'abc' }, [folder]).commit).toBe('abc');
  expect(() => ownVersion({ SERVICE_COMMIT: 'a b' }, [folder])).toThrow('Expected letters, digits, dots and hyphens');
});

test('a repository around the folder is not its own', () => {
  describeAs({}, path.join(folder, 'unpacked'));
  commit();
  expect(ownVersion({}, [path.join(folder, 'unpacked')]).commit).toBeNull();
});

test('the first folder that holds the project counts, and where none does nothing is known', () => {
  const [others, ours] = [path.join(folder, 'others'), path.join(folder, 'ours')];
  describeAs({ name: 'other', version: '9.9.9' }, others);
  expect(ownVersion({}, [others, ours])).toEqual({ version: null, commit: null });
  describeAs({ gitHead: 'abc' }, ours);
  expect(ownVersion({}, [others, ours])).toEqual({ version: '3.2.1', commit: 'abc' });
});
