/** `npm run bench-requests`: what a full request log costs, in a local D1 with a million rows. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Miniflare } from 'miniflare';
import { compatibilityDate } from '../../../../src/local/compatibility-date.ts';
import { directoryWorker, updateDirectory } from '../../../../src/local/directory.ts';
import { startMiniflare } from '../../../../src/local/miniflare.ts';
import { inProject } from '../../../../src/local/root.ts';
import { median } from '../../../../testing/percentiles.ts';

type Directory = Awaited<ReturnType<Miniflare['getD1Database']>>;

/** As many as a wallet may have. */
const rowsOfWallet = 100_000;
const wallets = Array.from({ length: 10 }, (_, index) => `live_wallet${String(index).padStart(4, '0')}`);
/** Rows of one statement. */
const rowsAtOnce = 20_000;
const rounds = 21;
const startMs = Date.UTC(2026, 0, 1);

const bundle = await build({
  entryPoints: [inProject('lab/evaluation/bench/requests/worker.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-requests-'));
const miniflare = startMiniflare({
  d1Persist: folder,
  workers: [
    {
      name: 'edgematte',
      modules: true,
      script: bundle.outputFiles[0].text,
      compatibilityDate,
      d1Databases: { DIRECTORY: 'bench' },
    },
    directoryWorker('bench'),
  ],
});
try {
  await main();
} finally {
  await miniflare.dispose();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const base = await miniflare.ready;
  await updateDirectory(miniflare);
  const directory = await miniflare.getD1Database('DIRECTORY', 'edgematte');
  const emptyBytes = await sizeOf(directory);
  const fillMs = await timed(() => fill(directory));
  const rows = wallets.length * rowsOfWallet;
  const bytes = (await sizeOf(directory)) - emptyBytes;
  line(`${rows.toLocaleString('en-US')} rows, filled in`, `${(fillMs / 1000).toFixed(1)} s`);
  line('bytes a row, indexes included', (bytes / rows).toFixed(0));

  const [wallet] = wallets;
  const page = { wallet, filter: '{}' };
  await measure('a page', base, page, 50);
  await measure('a page of refusals', base, { ...page, filter: '{"statusClass":4}' }, 50);
  await measure('a page of a key', base, { ...page, filter: '{"keyId":"key_0123456789abcde3"}' }, 50);
  await measure('search by id', base, { wallet, id: idOf(0, 4711) }, 1);
  await measure('search by an id that is not there', base, { wallet, id: 'none' }, 0);

  const file = new URL(`/csv?wallet=${wallet}`, base);
  const firsts = await times(async () => {
    const { body } = await fetch(file);
    const reader = body?.getReader();
    if ((await reader?.read())?.done !== false) throw new Error('The file is empty');
    await reader?.cancel();
  });
  line('first byte of the CSV', firsts);
  let lines = 0;
  const wholeMs = await timed(async () => {
    lines = (await (await fetch(file)).text()).split('\n').length - 2;
  });
  line(`the CSV of a wallet, ${lines.toLocaleString('en-US')} calls`, `${(wholeMs / 1000).toFixed(1)} s`);
}

/** Asks for a page, over HTTP on this machine. @param expected calls on it */
async function measure(name: string, base: URL, query: Record<string, string>, expected: number): Promise<void> {
  const address = new URL(`/?${new URLSearchParams(query)}`, base);
  const ask = async () => {
    const found = (await (await fetch(address)).json()) as readonly unknown[];
    if (found.length !== expected) throw new Error(`${name}: expected ${expected} calls but found ${found.length}`);
  };
  line(name, await times(ask));
}

async function times(work: () => Promise<unknown>): Promise<string> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) taken.push(await timed(work));
  return `${median(taken).toFixed(1)} ms, at most ${Math.max(...taken).toFixed(1)}`;
}

function line(name: string, value: string): void {
  console.log(`${name.padEnd(44)}${value}`);
}

/** As calls come: the wallets in turn, each sixth call refused. */
async function fill(directory: Directory): Promise<void> {
  const statement = directory.prepare(
    `WITH RECURSIVE number (value) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT value + 1 FROM number WHERE value < ?1 + ?2 - 1)
    INSERT INTO request_log
      (wallet, at, request_id, key_id, operation, options, status, error_code, milliseconds, pixels, credits, calls)
    SELECT wallet.value, ?3 + number.value * 25000, printf('%08x-1111-4222-8333-%04d%08d', number.value * 2654435761 % 4294967296,
        wallet.key, number.value),
      'key_0123456789abcde' || (number.value % 5), 'image-without-background', 'crop,output_format',
      CASE number.value % 6 WHEN 0 THEN 422 ELSE 200 END, CASE number.value % 6 WHEN 0 THEN 'INVALID_IMAGE' ELSE '' END,
      number.value % 3000, 12192768, number.value % 6 > 0, 1
    FROM number, json_each(?4) AS wallet`,
  );
  const perWallet = rowsAtOnce / wallets.length;
  for (let first = 0; first < rowsOfWallet; first += perWallet) {
    await statement.bind(first, perWallet, startMs, JSON.stringify(wallets)).run();
  }
}

/** The id that `fill` gives a call. @param wallet its place in the list */
function idOf(wallet: number, call: number): string {
  const beginning = ((call * 2_654_435_761) % 4_294_967_296).toString(16).padStart(8, '0');
  return `${beginning}-1111-4222-8333-${String(wallet).padStart(4, '0')}${String(call).padStart(8, '0')}`;
}

async function sizeOf(directory: Directory): Promise<number> {
  return (await directory.prepare('SELECT 1').run()).meta.size_after;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
