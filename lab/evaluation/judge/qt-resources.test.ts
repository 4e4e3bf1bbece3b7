import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { resourceIn } from './qt-resources.ts';

/** The archive of `pictures/cat.webp`, deflated, and `pictures/dog.webp`, as it is. */
function archive(): Buffer {
  const name = (text: string) => {
    const head = Buffer.alloc(6);
    head.writeUInt16BE(text.length);
    return Buffer.concat([head, Buffer.from(text, 'utf16le').swap16()]);
  };
  const file = (bytes: Buffer) => Buffer.concat([number(bytes.length), bytes]);
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const node = (nameAt: number, flags: number, one: number, other: number) => {
    const bytes = Buffer.alloc(22);
    bytes.writeUInt32BE(nameAt, 0);
    bytes.writeUInt16BE(flags, 4);
    bytes.writeUInt32BE(one, 6);
    bytes.writeUInt32BE(other, 10);
    return bytes;
  };
  const names = ['', 'pictures', 'cat.webp', 'dog.webp'].map(name);
  const nameAt = names.map((_, index) => Buffer.concat(names.slice(0, index)).length);
  const cat = file(Buffer.concat([number(3), deflateSync('cat')]));
  const dog = file(Buffer.from('dog'));
  const nodes = [
    node(nameAt[0] ?? 0, 2, 1, 1),
    node(nameAt[1] ?? 0, 2, 2, 2),
    node(nameAt[2] ?? 0, 1, 0, 0),
    node(nameAt[3] ?? 0, 0, 0, cat.length),
  ];
  const [tree, data] = [20, 20 + 22 * nodes.length];
  const head = [2, tree, data, data + cat.length + dog.length].map(number);
  return Buffer.concat([Buffer.from('qres'), ...head, ...nodes, cat, dog, ...names]);
}

it('reads a file, deflated or not', () => {
  expect(String(resourceIn(archive(), 'pictures/cat.webp'))).toBe('cat');
  expect(String(resourceIn(archive(), 'pictures/dog.webp'))).toBe('dog');
});

it('says of what is not there that it is not', () => {
  expect(resourceIn(archive(), 'pictures/cow.webp')).toBeNull();
  expect(resourceIn(archive(), 'pictures')).toBeNull();
  expect(resourceIn(archive(), 'pictures/cat.webp/more')).toBeNull();
});

it('refuses another file', () => {
  expect(() => resourceIn(Buffer.from('PNG, not this'), 'a')).toThrow('no Qt resource archive');
});
