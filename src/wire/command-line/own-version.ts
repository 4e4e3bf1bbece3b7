/** Version and commit of this very program: read as it starts, so that nothing that is built holds them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ServiceVersion } from '../../contract/service-version.ts';
import { readSetting, type Variables } from '../../contract/settings/read.ts';
import { versionSettings } from '../../contract/settings/version.ts';
import { projectFolder } from './project-folder.ts';

/** The image of inference has a file of its own beside its program. */
const places = [projectFolder(import.meta.url)];

/**
 * The version of `package.json`. The commit is that of SERVICE_COMMIT, or of that file's `gitHead`, or git's; with changes that are
 * not committed it ends in `-dirty`.
 * @param folders where the file may be; the first that has one counts
 * @throws SettingsFault where SERVICE_COMMIT cannot be used
 */
export function ownVersion(environment: Variables = process.env, folders: readonly string[] = places): ServiceVersion {
  const given = readSetting(versionSettings.commit, environment) ?? null;
  for (const folder of folders) {
    const file = path.join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const { name, version = null, gitHead = null } = JSON.parse(readFileSync(file, 'utf8'));
    if (name === 'edgematte') return { version, commit: given ?? gitHead ?? commitOf(folder) };
  }
  return { version: null, commit: given };
}

/** Null where there is no git, or the folder itself is no repository. */
function commitOf(folder: string): string | null {
  const words = ['describe', '--always', '--exclude=*', '--abbrev=12', '--dirty'];
  // A project that was unpacked inside another repository is not that one's commit.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(folder), GIT_OPTIONAL_LOCKS: '0' };
  try {
    const said = execFileSync('git', words, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return said.trim() || null;
  } catch {
    return null;
  }
}
