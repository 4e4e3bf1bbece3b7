/** How all groups stand. */
import type { Group } from '../../testing/groups.ts';
import type { Tree } from '../repository/tree.ts';
import { fingerprintOfBuilt } from './built.ts';
import { type StandingGroup, standingOf } from './standing.ts';

/** What drives the service has to be built before. */
export async function standingsOf(root: string, groups: readonly Group[], tree: Tree): Promise<StandingGroup[]> {
  const built = groups.some(({ drivesService }) => drivesService) ? fingerprintOfBuilt(root) : '';
  const standings: StandingGroup[] = [];
  for (const group of groups) standings.push(await standingOf(root, group, tree, built));
  return standings;
}
