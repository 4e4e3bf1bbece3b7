import { expect, it } from 'vitest';
import { droppedFiles, picturesAmong } from './photo-files.ts';

it('are known from other files by type or name', () => {
  const files = [
    new File([], 'a.jpg', { type: 'image/jpeg' }),
    new File([], 'b.HEIC'),
    new File([], 'c.svg', { type: 'image/svg+xml' }),
    new File([], '._a.jpg', { type: 'image/jpeg' }),
    new File([], 'list.txt', { type: 'text/plain' }),
  ];
  expect(picturesAmong(files).map(({ name }) => name)).toEqual(['a.jpg', 'b.HEIC']);
});

it('are found in folders, however deep, where a browser gives some at a time', async () => {
  const file = (name: string) => ({
    isFile: true,
    isDirectory: false,
    file: (give: (file: File) => void) => give(new File([], name)),
  });
  const folder = (...entries: object[]) => ({
    isFile: false,
    isDirectory: true,
    createReader: () => ({ readEntries: (give: (some: object[]) => void) => give(entries.splice(0, 1)) }),
  });
  const tree = folder(file('a.jpg'), folder(file('b.jpg'), folder(file('c.jpg'))), file('d.jpg'));
  const drop = { items: [{ webkitGetAsEntry: () => tree }], files: [] } as unknown as DataTransfer;
  expect((await droppedFiles(drop)).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
});
