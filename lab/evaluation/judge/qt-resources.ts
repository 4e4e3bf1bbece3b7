/** Files of a Qt resource archive (`.rcc`, versions 1 and 2), as KDE's programs ship their pictures. */
import { inflateSync } from 'node:zlib';

const magic = 'qres';
const folderFlag = 2;
const deflatedFlag = 1;

/** What follows a node's name: files below it, or where its bytes are. */
type Node = { readonly children: number; readonly first: number } | { readonly at: number; readonly deflated: boolean };

/**
 * Bytes of one file of the archive.
 *
 * @param name its path there, without a slash at its beginning
 * @returns null where the archive has no such file
 * @throws Error when it is no such archive
 */
export function resourceIn(archive: Buffer, name: string): Buffer | null {
  if (archive.toString('latin1', 0, 4) !== magic) throw new Error('This is no Qt resource archive');
  const version = archive.readUInt32BE(4);
  const [tree, data, names] = [8, 12, 16].map((at) => archive.readUInt32BE(at)) as [number, number, number];
  const nodeBytes = version < 2 ? 14 : 22;

  const nodeAt = (index: number): Node => {
    const at = tree + index * nodeBytes;
    const flags = archive.readUInt16BE(at + 4);
    if (flags & folderFlag) return { children: archive.readUInt32BE(at + 6), first: archive.readUInt32BE(at + 10) };
    return { at: data + archive.readUInt32BE(at + 10), deflated: (flags & deflatedFlag) !== 0 };
  };
  const nameOf = (index: number): string => {
    const at = names + archive.readUInt32BE(tree + index * nodeBytes);
    const bytes = archive.subarray(at + 6, at + 6 + 2 * archive.readUInt16BE(at));
    return Buffer.from(bytes).swap16().toString('utf16le');
  };

  let node = nodeAt(0);
  for (const part of name.split('/')) {
    if (!('children' in node)) return null;
    const { first, children } = node;
    const next = Array.from({ length: children }, (_, index) => first + index).find((each) => nameOf(each) === part);
    if (next === undefined) return null;
    node = nodeAt(next);
  }
  if ('children' in node) return null;
  const bytes = archive.subarray(node.at + 4, node.at + 4 + archive.readUInt32BE(node.at));
  // Before what is deflated stands how long it will be.
  return node.deflated ? inflateSync(bytes.subarray(4)) : Buffer.from(bytes);
}
