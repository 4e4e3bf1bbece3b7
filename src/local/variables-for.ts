/** Which variables the edge gets, and which the pages: neither has a secret of the other. */
import { programs } from '../contract/settings/programs.ts';
import type { Settings } from '../contract/settings/read.ts';

/**
 * Takes away what is the other Worker's alone.
 * @param variables those of both
 */
export function variablesFor(
  worker: 'edge' | 'pages',
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = namesOf(programs[worker]);
  const others = namesOf(programs[worker === 'edge' ? 'pages' : 'edge']);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => own.has(name) || !others.has(name)));
}

function namesOf(settings: readonly Settings[]): Set<string> {
  const all = settings.flatMap((group) => Object.values(group));
  return new Set(all.flatMap(({ variable, formerly = variable }) => [variable, formerly]));
}
