/** How all groups stand. */
import type { Group } from '../../testing/groups.ts';
import type { Tree } from '../repository/tree.ts';
import { fingerprintOfBuilt } from './built.ts';
import { type StatedGroup, statedGroupOf } from './stated-group.ts';

/** What drives the service has to be built before. */
export async function statedGroupsOf(root: string, groups: readonly Group[], tree: Tree): Promise<StatedGroup[]> {
  const built = groups.some(({ drivesService }) => drivesService) ? fingerprintOfBuilt(root) : '';
  const states: StatedGroup[] = [];
  for (const group of groups) states.push(await statedGroupOf(root, group, tree, built));
  return states;
}
