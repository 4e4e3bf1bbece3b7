/** `npm run bench:memory`: which pictures an isolate of 128 MB works on, with the limit enforced on workerd. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operationNamed } from '../../../../src/contract/operations.ts';
import { count } from '../../arguments.ts';
import { runCommand } from '../../command.ts';
import { type OwnService, startOwnService } from '../../own-service.ts';
import { descendantsWhere } from '../processes.ts';
import { table } from '../table.ts';
import { type MemoryCase, memoryCases } from './cases.ts';
import { phonePhoto } from './photo.ts';
import { pngPhoto } from './png-photo.ts';

/** How a whole file ends, by its media type: what is first in its last bytes, and how many these are. */
const endsOfFiles: Readonly<Record<string, { readonly mark: Buffer; readonly bytes: number }>> = {
  'image/png': { mark: Buffer.from('IEND'), bytes: 8 },
  'image/jpeg': { mark: Buffer.of(0xff, 0xd9), bytes: 2 },
  'application/zip': { mark: Buffer.from('PK\x05\x06'), bytes: 22 },
};
const longestEnd = Math.max(...Object.values(endsOfFiles).map(({ bytes }) => bytes));

const help = `Usage: npm run bench:memory [-- options]

For each case starts the service, warms it up, and lets workerd have so much more private memory than it has then (RLIMIT_DATA:
WASM, ArrayBuffers, V8's heap and its own). Then sends pictures that must be answered by the edge lane, and prints a table. Exits with 1 where one was not. Linux alone; needs prlimit of util-linux.

  --mebibytes N  more than at rest (default 96)
  --only TEXT    cases whose name has this text`;

const mebibyte = 2 ** 20;
/** Calls before the limit, after which the heap and all codecs are there. */
const warmUps = 3;

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      mebibytes: { type: 'string', default: '96' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(help);
  const moreBytes = count('mebibytes', values.mebibytes) * mebibyte;
  const cases = Object.entries(memoryCases).filter(([name]) => name.includes(values.only));
  const lines: string[][] = [];
  for (const [name, each] of cases) {
    const { outcome, fileBytes, peakBytes } = await measure(each, moreBytes);
    const peak = (peakBytes / mebibyte).toFixed(0);
    lines.push([name, (fileBytes / 1e6).toFixed(1), outcome, peak]);
    process.stderr.write(`${name}: ${outcome}, ${peak} MiB more than at rest\n`);
  }
  console.log(table(['Picture', 'File, MB', 'Answered by', 'Peak over rest, MiB'], lines));
  const failed = lines.filter(([, , outcome]) => outcome !== 'edge').length;
  if (failed > 0) throw new Error(`${failed} of ${lines.length} were not answered by the edge`);
}

/**
 * One case, in a service of its own: what is freed does not go back to the system soon.
 * @param moreBytes than workerd has after its first calls
 */
async function measure(each: MemoryCase, moreBytes: number) {
  const photo = await (each.png ? pngPhoto(each.megapixels, each.png) : phonePhoto(each));
  const before: Buffer[] = [];
  for (const earlier of each.before ?? []) before.push(await phonePhoto(earlier));
  const waitMs = each.waitMs && { CAPACITY_WAIT_MS: String(each.waitMs) };
  const service = await startOwnService(undefined, { ...waitMs });
  try {
    const [pid] = descendantsWhere((command) => /workerd\0/.test(command) && command.includes('serve'));
    const first = await phonePhoto({ megapixels: 1, subject: 'portrait' });
    for (let call = 0; call < warmUps; call++) await send(service, first, {});
    execFileSync('prlimit', ['--pid', String(pid), `--data=${statusBytes(pid, 'VmData') + moreBytes}`]);
    const restBytes = statusBytes(pid, 'RssAnon');
    // proc(5): sets the highest resident size to the present one.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const { calls = 1, atOnce = 1 } = each;
    const outcomes: string[] = [];
    for (const earlier of before) outcomes.push(await send(service, earlier, each));
    for (let sent = 0; sent < calls; sent += atOnce) {
      outcomes.push(...(await Promise.all(Array.from({ length: atOnce }, () => send(service, photo, each)))));
    }
    const peakBytes = statusBytes(pid, 'VmHWM') - statusBytes(pid, 'RssFile') - restBytes;
    return { outcome: [...new Set(outcomes)].join(', '), fileBytes: photo.length, peakBytes };
  } finally {
    await service.stop();
  }
}

/** The lane that answered, or what went wrong. */
async function send(service: OwnService, photo: Buffer, each: Partial<MemoryCase>): Promise<string> {
  const { operation, options, bytesPerSecond = Number.POSITIVE_INFINITY } = each;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
  for (const [name, value] of Object.entries(options ?? {})) form.append(name, value);
  const url = `${service.base}${operationNamed(operation ?? 'image-without-background').path}`;
  try {
    const headers = { 'X-API-Key': service.key, Connection: 'close' };
    const answer = await fetch(url, { method: 'POST', headers, body: form });
    let tail = Buffer.alloc(0);
    for await (const piece of answer.body ?? []) {
      tail = Buffer.concat([tail, piece]).subarray(-longestEnd);
      await wait((1000 * piece.length) / bytesPerSecond);
    }
    if (answer.status !== 200) return `${answer.status}`;
    const end = endsOfFiles[answer.headers.get('Content-Type') ?? ''];
    if (!end || !tail.subarray(-end.bytes).subarray(0, end.mark.length).equals(end.mark))
      return 'an answer that is cut off';
    return answer.headers.get('Server-Timing')?.includes('image-lane') ? 'image lane' : 'edge';
  } catch {
    return 'no answer';
  }
}

/** A line of proc(5)'s status, in bytes; NaN where the process is gone. */
function statusBytes(pid: number, field: 'VmData' | 'RssAnon' | 'RssFile' | 'VmHWM'): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  const [, kibibytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(status, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
