/** Runs in a namespace: starts the service with an empty HOME, has a picture and a car cut out, and reports who was spoken to and what was written. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inProject, projectRoot } from '../../src/local/root.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { startResolver } from '../image-url/resolver.ts';
import { startStack } from '../stack.ts';

/** What the service did beside its work. */
export interface QuietReport {
  readonly statuses: readonly number[];
  /** Names that were looked up, in order. */
  readonly lookedUp: readonly string[];
  /** Tries to reach any address but loopback's. */
  readonly outward: number;
  /** Files below HOME, and in the folders of the system in which programs leave something. */
  readonly written: readonly string[];
  /** Of a name that this program looked up itself, and an address that it tried: so that both are known to be counted. */
  readonly proof: { readonly lookedUp: readonly string[]; readonly outward: number };
}

const resolverAddress = '127.0.0.53';
const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-quiet-'));
const home = path.join(folder, 'home');

const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' });

/** There is no way to other machines here: the kernel counts who looks for one (RFC 4293, ipSystemStatsOutNoRoutes). */
function outward(): number {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
    .map((line) => line.split(' '));
  const [, ofVersion6] = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? [];
  return Number(values[names.indexOf('OutNoRoutes')]) + Number(ofVersion6);
}

/** Where a program may write that asks nobody, but for what this one runs from. */
const elsewhere = ['/root', '/home', '/var', '/opt', '/srv', '/mnt', '/media'].filter((place) => {
  const own = [projectRoot, inProject('node_modules'), process.execPath, folder].map((each) => realpathSync(each));
  return existsSync(place) && !own.some((each) => each.startsWith(`${place}/`));
});

function filesIn(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => path.join(place, file));
}

function buildNamespace(): void {
  run('ip', 'link', 'set', 'lo', 'up');
  // Empty ones, so that all that is there afterwards was written.
  for (const place of elsewhere) run('mount', '-t', 'tmpfs', 'tmpfs', place);
  const file = path.join(folder, 'resolv.conf');
  writeFileSync(file, `nameserver ${resolverAddress}\noptions timeout:1 attempts:1\n`);
  run('mount', '--bind', file, '/etc/resolv.conf');
}

async function report(): Promise<QuietReport> {
  mkdirSync(home);
  process.env.HOME = home;
  const { asked } = await startResolver(new Map(), resolverAddress);
  const before = outward();
  const stack = await startStack();
  try {
    const { key } = await stack.createKey({ credits: 10 });
    const picture = await photo();
    const statuses = [];
    for (const name of ['image-without-background', 'car-image-without-background']) {
      const answer = await sendWithFetch(stack.base, multipartCall(`/v1.0/${name}`, key, [filePart(picture)]));
      statuses.push(answer.status);
    }
    // Telemetry waits for a while before it sends.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const lookedUp = [...asked];
    const counted = outward() - before;
    const written = [home, ...elsewhere].flatMap(filesIn);
    for (const host of ['proof.example', '198.51.100.7']) {
      await fetch(`http://${host}/`, { signal: AbortSignal.timeout(30_000) }).catch(() => {});
    }
    const proof = { lookedUp: asked.slice(lookedUp.length), outward: outward() - before - counted };
    return { statuses, lookedUp, outward: counted, written, proof };
  } finally {
    await stack.stop();
  }
}

buildNamespace();
console.log(JSON.stringify(await report()));
process.exit(0);
