import { expect, it } from 'vitest';
import { zipPieces } from '../../../../pixels/pipeline/output/zip.ts';
import { filesOf } from './zip.ts';

it('finds streamed files and whole ones in a ZIP of the service', async () => {
  const [alpha, colours] = [Uint8Array.from({ length: 70_000 }, (_, at) => at), Uint8Array.of(1, 2, 3)];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const entries = [
    { name: 'alpha.png', pieces: [alpha] },
    { name: 'color.jpg', file: () => [colours] },
  ];
  for await (const piece of zipPieces(entries)) pieces.push(new Uint8Array(piece));
  const files = await filesOf(new Blob(pieces));
  const bytesOf = async (name: string) => new Uint8Array(await (files.get(name) ?? new Blob()).arrayBuffer());
  expect([...files.keys()]).toEqual(['alpha.png', 'color.jpg']);
  expect([await bytesOf('alpha.png'), await bytesOf('color.jpg')]).toEqual([alpha, colours]);
});
