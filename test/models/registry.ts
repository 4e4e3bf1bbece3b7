/** An npm registry with one package, for tests of the npm source without a network. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'tar';
import type { SourceOf } from '../../src/inference/models/manifest.ts';
import { startTestServer, type TestServer } from './http-server.ts';

const packageName = 'made-up-weights';
const packageVersion = '1.2.3';

export interface TestPackage {
  readonly tarball: Uint8Array;
  /** Its entry of the manifest. */
  readonly source: SourceOf<'npm'>;
}

/** Packs `content` as resource `/models/tiny` in chunks of `chunkBytes`, laid out like the published data packages. */
export async function makePackage(directory: string, content: Uint8Array, chunkBytes: number): Promise<TestPackage> {
  const folder = path.join(directory, 'package');
  await mkdir(path.join(folder, 'dist'), { recursive: true });
  const chunks: { hash: string; offsets: [number, number] }[] = [];
  for (let from = 0; from < content.length; from += chunkBytes) {
    const chunk = content.subarray(from, from + chunkBytes);
    const hash = sha256(chunk);
    await writeFile(path.join(folder, 'dist', hash), chunk);
    chunks.push({ hash, offsets: [from, from + chunk.length] });
  }
  const resources = { '/models/tiny': { chunks, size: content.length, mime: 'application/octet-stream' } };
  await writeFile(path.join(folder, 'dist', 'resources.json'), JSON.stringify(resources));
  await writeFile(path.join(folder, 'dist', 'unrelated'), 'not a chunk of this resource');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: packageName, version: packageVersion }));
  const file = path.join(directory, 'package.tgz');
  await create({ file, cwd: directory, gzip: true }, ['package']);
  const tarball = await readFile(file);
  return {
    tarball,
    source: {
      kind: 'npm',
      package: packageName,
      version: packageVersion,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
      tarballBytes: tarball.length,
      resource: '/models/tiny',
      bytes: content.length,
      sha256: sha256(content),
    },
  };
}

/**
 * Serves metadata and tarball of one package; the first so many requests for the tarball get no answer.
 * @param onSilence called with each of these
 */
export async function startRegistry(
  { tarball, source }: TestPackage,
  silences = 0,
  onSilence = () => {},
): Promise<TestServer> {
  let silent = silences;
  const server = await startTestServer((request, response) => {
    if (request.url?.endsWith('.tgz')) {
      if (silent-- > 0) return onSilence();
      // As registries do, because a version never changes; npm's cache keeps nothing without it.
      response.setHeader('cache-control', 'public, immutable, max-age=31557600');
      response.end(tarball);
    } else if (request.url === `/${packageName}`) {
      const dist = {
        tarball: `${server.url}/${packageName}/-/${packageName}-${packageVersion}.tgz`,
        integrity: source.integrity,
      };
      const versions = { [packageVersion]: { name: packageName, version: packageVersion, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: packageName, 'dist-tags': { latest: packageVersion }, versions }));
    } else {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
    }
  });
  return server;
}

/** An environment in which npm knows this registry and nothing of the machine's own settings. */
export function registryEnvironment(directory: string, url: string): NodeJS.ProcessEnv {
  return {
    HOME: directory,
    npm_config_registry: url,
    npm_config_cache: path.join(directory, 'npm-cache'),
    npm_config_userconfig: path.join(directory, 'no-npmrc'),
    npm_config_globalconfig: path.join(directory, 'no-global-npmrc'),
    npm_config_fetch_retries: '0',
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
