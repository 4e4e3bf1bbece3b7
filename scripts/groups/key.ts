/** The key of a group: as long as it is the same, its tests say the same. */
import { sha256, type Tree } from '../repository/tree.ts';

export interface Inputs {
  /** Paths of the tree. */
  readonly files: readonly string[];
  /** Fingerprint of what is built; null where the group does not drive the service. */
  readonly built: string | null;
  /** Such as v24.1.0. */
  readonly node: string;
  /** What each program of others prints as its version, by its command. */
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * SHA-256 in hexadecimal digits.
 * @param tree hashes of files; see `treeOf`
 */
export function keyOf({ files, built, node, versions }: Inputs, tree: Tree): string {
  const lines = [...files].sort().map((file) => `${tree.get(file) ?? 'not there'} ${file}`);
  const others = Object.entries(versions).sort(([one], [other]) => (one < other ? -1 : 1));
  return sha256(JSON.stringify({ lines, built, node, others }));
}
