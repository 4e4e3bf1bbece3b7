/** `npm run bench`: what a cutout costs, step by step, against libvips and a bare network run on the same machine. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { inProject } from '../../src/start/root.ts';
import { peerPng, peerSession } from './peers.ts';
import { benchPhoto, type Megapixels, sizes } from './photos.ts';
import { startBenchService, type TimedCutout } from './service.ts';
import { median, table } from './table.ts';

const help = `Usage: npm run bench [-- --rounds N] [--write]

Median times of a cutout of 1, 4 and 12 megapixels, split into upload + decode, inference, compose + encode, beside
libvips doing the same decode and PNG encode on one thread and a bare run of the network, all in one run.

  --rounds N   measured rounds after one warm-up (5)
  --write      put the table into docs/benchmarks.md`;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, rounds: { type: 'string' }, write: { type: 'boolean' } },
});
if (values.help) console.log(help);
else await main(Number(values.rounds ?? 5), values.write ?? false);

interface Samples {
  readonly cutouts: TimedCutout[];
  readonly peers: number[];
}

async function main(rounds: number, write: boolean): Promise<void> {
  const service = await startBenchService();
  const session = await peerSession(service.modelsDirectory);
  const samples = new Map<Megapixels, Samples>();
  const runs: number[] = [];
  try {
    // One warm-up round, then the cases take turns, so that a disturbed moment hits all of them.
    for (let round = 0; round <= rounds; round++) {
      for (const size of sizes) {
        const photo = await benchPhoto(size);
        const cutout = await service.cutout(photo);
        const peer = await peerPng(photo);
        const kept = samples.get(size) ?? { cutouts: [], peers: [] };
        samples.set(size, kept);
        if (round === 0) continue;
        kept.cutouts.push(cutout);
        kept.peers.push(peer);
      }
      const run = await session.run();
      if (round > 0) runs.push(run);
      process.stderr.write(`round ${round} of ${rounds}\n`);
    }
  } finally {
    await service.stop();
  }
  const text = report(samples, runs, rounds);
  console.log(text);
  if (write) writeFileSync(inProject('docs/benchmarks.md'), text);
}

function report(samples: ReadonlyMap<Megapixels, Samples>, runs: readonly number[], rounds: number): string {
  const bare = median(runs);
  const rows = [...samples].map(([size, { cutouts, peers }]) => {
    const of = (pick: (cutout: TimedCutout) => number) => median(cutouts.map(pick));
    const inference = of(({ inferenceMs }) => inferenceMs);
    const others = of(({ uploadAndDecodeMs }) => uploadAndDecodeMs) + of(({ composeMs }) => composeMs);
    const peer = median(peers);
    return [
      `${size} MP`,
      cutouts[0]?.lane ?? '',
      of(({ uploadAndDecodeMs }) => uploadAndDecodeMs).toFixed(0),
      inference.toFixed(0),
      of(({ composeMs }) => composeMs).toFixed(0),
      of(({ totalMs }) => totalMs).toFixed(0),
      peer.toFixed(0),
      (others / peer).toFixed(2),
      (inference / bare).toFixed(2),
      (of(({ bytes }) => bytes) / 1e6).toFixed(2),
    ];
  });
  const heading = [
    ...['size', 'lane', 'upload + decode', 'inference', 'compose + encode', 'total'],
    ...['libvips decode + PNG', 'all but inference / libvips', 'inference / bare run', 'MB out'],
  ];
  return `# Benchmarks

\`npm run bench\` makes this page: medians of ${rounds} rounds, cases interleaved in one run, times in milliseconds as a client
on the same machine sees them. Machines differ and are noisy: read the ratios.

- Machine: ${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}.
- Photo: JPEG quality 90, 4:2:0, cutout as PNG through \`POST /v1.0/image-without-background\`.
- libvips: sharp on one thread, decode, attach an alpha, PNG with its default settings.
- Bare run: the same network through onnxruntime-node, no service around it: ${bare.toFixed(0)} ms.

${table(heading, rows)}
`;
}
