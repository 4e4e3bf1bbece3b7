/** The parts of a restore on Cloudflare that need this machine: wrangler for D1's time travel, and a folder with what is found. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { DirectoryTravel, RestoreRecord } from '../../money/recovery/restore.ts';
import { inProject } from '../root.ts';
import { readState, writeWhole } from '../state-file.ts';
import { runWrangler } from '../wrangler.ts';
import { configurationsFor } from './deploy.ts';
import { databaseIdOf } from './merge.ts';
import { noOperator, readOperatorFile } from './operator-file.ts';

const begunShape = z.object({ atMs: z.int(), wallets: z.array(z.string()) });
const travelled = z.object({ previous_bookmark: z.string() });

/**
 * D1's time travel of a deployment, by wrangler, which has to be logged in.
 * @param operatorFile as `npm run deploy` gets it; undefined where wrangler.toml has all
 * @throws Error in one line where no database is named
 */
export function travelOf(operatorFile: string | undefined): DirectoryTravel {
  const { edge } = configurationsFor(operatorFile === undefined ? noOperator : readOperatorFile(operatorFile));
  const [{ database_name } = { database_name: '' }] = edge.d1_databases ?? [];
  if (databaseIdOf(edge) === null) throw new Error('No database is named; give --operator FILE, as at npm run deploy');
  const folder = inProject('dist/restore');
  mkdirSync(folder, { recursive: true });
  const config = path.join(folder, 'edge.json');
  writeFileSync(config, JSON.stringify(edge, null, 2));
  const ofDatabase = ['--config', config];
  return {
    async backTo(atMs) {
      const timestamp = `--timestamp=${new Date(atMs).toISOString()}`;
      // With --json it asks nobody whether to go on.
      const said = await runWrangler([
        'd1',
        'time-travel',
        'restore',
        database_name,
        timestamp,
        '--json',
        ...ofDatabase,
      ]);
      const { previous_bookmark } = travelled.parse(
        JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)),
      );
      await runWrangler(['d1', 'migrations', 'apply', database_name, '--remote', ...ofDatabase]);
      return previous_bookmark;
    },
  };
}

/** A folder in which a restore writes down what it finds; made where it is not there, readable by its owner alone. */
export function recordIn(folder: string): RestoreRecord {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (name: string) => path.join(folder, `${name}.jsonl`);
  const begunFile = path.join(folder, 'restore.json');
  return {
    begun: () => readState(begunFile, begunShape, 'name another folder'),
    keep: (begun) => writeWhole(begunFile, JSON.stringify(begun)),
    clear: (list) => rmSync(fileOf(list), { force: true }),
    add: (list, line) => appendFileSync(fileOf(list), `${JSON.stringify(line)}\n`, { mode: 0o600 }),
    *lines(list) {
      if (!existsSync(fileOf(list))) return;
      for (const line of readFileSync(fileOf(list), 'utf8').split('\n')) if (line) yield JSON.parse(line);
    },
  };
}
