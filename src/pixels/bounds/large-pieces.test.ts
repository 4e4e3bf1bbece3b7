import { describe, expect, it } from 'vitest';
import { largePieces } from './large-pieces.ts';
import { byteStreamOf } from './testing/byte-stream.ts';

const lengths = [1, 70_000, 262_144, 300_000, 3];
const sent = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));

async function read(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of largePieces(stream.getReader({ mode: 'byob' }))) pieces.push(piece);
  return pieces;
}

describe('a body in large pieces', () => {
  it('is what was sent, in pieces of their own that hold nothing else', async () => {
    const pieces = await read(byteStreamOf(sent));
    expect(Buffer.concat(pieces).equals(Buffer.concat(sent))).toBe(true);
    for (const piece of pieces) expect(piece.buffer.byteLength).toBe(piece.byteLength);
    expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length);
  });

  it('may be empty', async () => {
    expect(await read(byteStreamOf([]))).toEqual([]);
  });

  it('that breaks off says so', async () => {
    function* broken() {
      yield new Uint8Array(5);
      throw new Error('connection lost');
    }
    await expect(read(byteStreamOf(broken()))).rejects.toThrow('connection lost');
  });
});
