/** Runs in the namespace: starts the service there, has the named clients ask for all that they can say, and reports as JSON. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { blackPhoto } from '../../testing/photos.ts';
import { sceneOnPlane, scenePhoto } from '../effects/scene.ts';
import { Authority } from '../image-url/certificates.ts';
import { buildNamespace } from '../image-url/world.ts';
import { newKey as newUnknownKey } from '../keys.ts';
import { type Stack, startStack } from '../stack.ts';
import { type Case, cases, type Key, type Photo } from './cases.ts';
import { type Client, clients, packages } from './clients.ts';
import { addressOf, startHosts, startNames, trusting } from './host.ts';
import type { GotByCase } from './judge.ts';
import type { Order } from './programs/program.ts';
import { canSay } from './says.ts';
import { shownIn } from './shown.ts';

export interface ClientReport {
  readonly got: GotByCase;
  /** Credits that its paid key lost. */
  readonly cost: number;
}

/** By name of the client. */
export type Report = Readonly<Record<string, ClientReport>>;

const credits = 100;
/** What a 503 asks for. */
const retryAfterMs = 5000;
/** How often a client asks again. */
const mostAgain = 6;

buildNamespace();
const authority = new Authority();
// What workerd takes for the authorities of this machine.
process.env.SSL_CERT_FILE = authority.file;
const photos: Readonly<Record<Photo, Buffer>> = {
  'scene.png': await scenePhoto('png'),
  'scene.jpg': await scenePhoto('jpeg'),
  'scene.webp': await scenePhoto('webp'),
  'large.jpg': await sceneOnPlane('jpeg', 2400, 1720),
  'black.png': await blackPhoto(),
  'broken.jpg': Buffer.from('no picture'),
};
await startNames();
const stack = await startStack();
const report: Record<string, ClientReport> = {};
const folder = furnished('pictures');
try {
  await startHosts(authority, new URL(stack.base), folder);
  for (const client of clients.filter(({ name }) => process.argv.slice(2).includes(name))) {
    report[client.name] = await asked(client, stack);
  }
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true });
  for (const line of stack.output) if (/"level":"(warn|error)"/.test(line)) console.error(line);
}
process.stdout.write(`\n${JSON.stringify(report)}\n`);
process.exit(0);

/** A folder with all photos. */
function furnished(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `edgematte-${name}-`));
  for (const [file, bytes] of Object.entries(photos)) writeFileSync(path.join(folder, file), bytes);
  return folder;
}

async function asked({ name, says, run }: Client, service: Stack): Promise<ClientReport> {
  const own = furnished(name);
  symlinkSync(packages.npm.folder, path.join(own, 'node_modules'));
  mkdirSync(path.join(own, 'out'));
  const keys = await newKeys(service);
  const sayable = cases.filter((each) => canSay(says, each));
  const orders = sayable.map((each, at) => orderOf(each, `out/${at}`, keys));
  // The only call of its minute.
  await fetch(`${service.base}/v1.0/account`, { headers: { 'X-Api-Key': keys.spent } });
  const got: Record<string, GotByCase[string]> = {};
  const ask = async (some: readonly Order[]) => {
    const said = await run(some, own, trusting(authority));
    if (said.length !== some.length) throw new Error(`${name} said ${said.length} things of ${some.length}`);
    for (const [at, each] of said.entries()) {
      got[some[at].what] = { ...each, shown: each.file ? await shownIn(path.join(own, each.file)) : null };
    }
  };
  const isBusy = ({ what }: Order) => (got[what].status ?? 0) >= 500 || got[what].code === 'service_unavailable';
  await ask(orders);
  // On a busy machine the service may be too: it says so, and these clients do not try again by themselves.
  for (let times = 0; times < mostAgain && orders.some(isBusy); times++) {
    const busy = orders.filter(isBusy);
    console.error(`${name} asks again: ${busy.map(({ what }) => what).join('; ')}`);
    await setTimeout(retryAfterMs);
    await ask(busy);
  }
  rmSync(own, { recursive: true });
  const pictures = Object.values(got).filter(({ shown }) => shown !== null).length;
  return { got, cost: await costOf(service, keys.paid, pictures) };
}

/** Credits that a key has lost, once they are as many as expected or half a minute is over: a 200 is charged behind its last byte. */
async function costOf(service: Stack, key: string, expected: number): Promise<number> {
  for (const endsBy = Date.now() + 30_000; ; ) {
    const cost = credits - (await service.credit(key));
    if (cost === expected || Date.now() > endsBy) return cost;
    await setTimeout(100);
  }
}

async function newKeys(service: Stack): Promise<Record<Key, string>> {
  const keyOf = async (terms: Parameters<Stack['createKey']>[0]) => (await service.createKey(terms)).key;
  return {
    paid: await keyOf({ credits }),
    seven: await keyOf({ credits: 7 }),
    empty: await keyOf({ credits: 0 }),
    spent: await keyOf({ rate: 1 }),
    unknown: newUnknownKey('test'),
  };
}

function orderOf({ what, sent }: Case, out: string, keys: Readonly<Record<Key, string>>): Order {
  const { photo = 'scene.png', way = 'file', fields = {}, beside, key = 'paid' } = sent;
  return {
    what,
    way,
    body: sent.body ?? 'form',
    photo: sent.empty ? null : photo,
    address: addressOf(photo),
    fields,
    beside: beside ? [beside.name, beside.photo] : null,
    key: keys[key],
    account: sent.account ?? false,
    json: sent.json ?? false,
    out,
  };
}
