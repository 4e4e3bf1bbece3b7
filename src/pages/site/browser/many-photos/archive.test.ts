// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { filesOf } from '../playground/zip.ts';
import { beginArchive } from './archive.ts';

const picture = new Blob(['a picture'], { type: 'image/png' });
afterEach(() => vi.unstubAllGlobals());

describe('a ZIP on disk', () => {
  it('is written while it is made', async () => {
    const parts: BlobPart[] = [];
    const close = vi.fn(async () => {});
    const stream = {
      write: async (part: BlobPart) => void parts.push(part),
      close,
    };
    const file = { name: 'mine.zip', createWritable: async () => stream };
    vi.stubGlobal('showSaveFilePicker', async () => file);
    const archive = await beginArchive('cutouts.zip');
    await archive?.add('bag.jpg', picture);
    expect(parts.length).toBeGreaterThan(0);
    await archive?.add('bag.jpg', picture);
    await archive?.save();
    expect([archive?.name, archive?.count, archive?.isFull]).toEqual(['mine.zip', 2, false]);
    expect(close).toHaveBeenCalledOnce();
    expect([...(await filesOf(new Blob(parts))).keys()]).toEqual(['bag.png', 'bag (2).png']);
  });

  /** A place that was chosen: an empty file, or one that has something. */
  function place(text: string, createWritable: () => Promise<unknown>) {
    const remove = vi.fn(async () => {});
    vi.stubGlobal('showSaveFilePicker', async () => {
      return { name: 'mine.zip', createWritable, getFile: async () => new File([text], 'mine.zip'), remove };
    });
    return remove;
  }

  it.each([
    ['goes with its file', '', async () => {}, 1],
    ['goes with its file also where writing has failed', '', async () => Promise.reject(new Error('No space.')), 1],
    ['leaves a file that has something', 'another file', async () => {}, 0],
  ])('that is abandoned %s', async (_, text, abort, removals) => {
    const stream = { write: async () => {}, abort: vi.fn(abort) };
    const remove = place(text, async () => stream);
    await (await beginArchive('cutouts.zip'))?.abandon();
    expect([stream.abort.mock.calls.length, remove.mock.calls.length]).toEqual([1, removals]);
  });

  it('that cannot be written to leaves no empty file', async () => {
    const remove = place('', () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError')));
    await expect(beginArchive('cutouts.zip')).rejects.toThrow('Not allowed.');
    expect(remove).toHaveBeenCalledOnce();
  });

  it('is not begun where the person chooses no place', async () => {
    vi.stubGlobal('showSaveFilePicker', async () => {
      throw new DOMException('The user aborted a request.', 'AbortError');
    });
    expect(await beginArchive('cutouts.zip')).toBeNull();
  });

  it('that cannot be begun says why', async () => {
    vi.stubGlobal('showSaveFilePicker', async () => {
      throw new DOMException('Not here.', 'SecurityError');
    });
    await expect(beginArchive('cutouts.zip')).rejects.toThrow('Not here.');
  });
});

it('elsewhere a ZIP is held until it is saved', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  const archive = await beginArchive('cutouts.zip');
  await archive?.add('bag.jpg', picture);
  expect(saved).toEqual([]);
  await archive?.save();
  expect([...(await filesOf(saved[0])).keys()]).toEqual(['bag.png']);
});
