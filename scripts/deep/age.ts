/** How old the record of the deep level is, in words. */
import { gitIfPossible } from '../repository/git.ts';
import { daysBetween, roomsOf } from './draw.ts';
import { type DeepRun, whole } from './record.ts';

/** Lines for a person: the last whole run, what changed since, and open failures of parts. @param today such as 2026-11-28 */
export function ageLines(root: string, runs: ReadonlyMap<string, DeepRun>, today: string): string[] {
  const last = runs.get(whole);
  const open = [...runs.values()].filter(({ part, failures }) => part !== whole && failures > 0);
  const failures = open.map(
    ({ part, failures, date }) => `Deep level: open failure in ${part}, ${failures} failed, ${date}`,
  );
  if (!last) return ['Deep level: it never ran whole', ...failures];
  const days = daysBetween(last.date, today);
  const outcome = last.failures === 0 ? 'green' : `${last.failures} failed`;
  const at = `${last.date}, ${days} ${days === 1 ? 'day' : 'days'} ago, at ${last.commit.slice(0, 12)}`;
  return [`Deep level: ${outcome} on ${at}; ${changedSince(root, last.commit)}`, ...failures];
}

function changedSince(root: string, commit: string): string {
  const differing = gitIfPossible(root, 'diff', '--name-only', commit);
  if (differing === null) return 'that commit is not here';
  const rooms = roomsOf(differing.split('\n'));
  return rooms.length === 0 ? 'no room of src changed since' : `changed since: ${rooms.join(', ')}`;
}
