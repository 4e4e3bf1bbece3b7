/** The page: a section for each part, so that one part can be measured anew without the others. */
import { cpus } from 'node:os';
import { median } from '../../../testing/percentiles.ts';
import type { CallersCost } from './callers/measure.ts';
import { type Part, parts } from './cases.ts';
import type { EdgeCost } from './edge-pass/measure.ts';
import type { FormatCost } from './formats/measure.ts';
import type { Measured, Measurement } from './measure.ts';
import { operationsTable } from './operations-table.ts';
import { sizeName } from './photos.ts';
import type { PointsMeasurement } from './points/measure.ts';
import type { ProductCost } from './products/measure.ts';
import type { TimedAnswer } from './service.ts';
import { table } from './table.ts';
import type { TierCost } from './tier/measure.ts';
import type { UsageCost } from './usage/measure.ts';

const titles: Readonly<Record<Part, string>> = {
  cutouts: 'Cutouts',
  callers: 'Several callers',
  products: 'Other products',
  tier: 'The inference service alone',
  edges: 'Drawn edges',
  formats: 'Formats',
  cars: 'Cars',
  'image-type': 'Image type',
  points: 'Clicks',
  usage: 'Usage recording',
};

const head = `# Benchmarks

\`npm run bench -- --write\` writes the sections of its parts, each from one run, and what they have as tables; the others are written by hand. Medians,
cases interleaved, milliseconds as a client on the same machine sees them. Machines differ and are noisy: read the ratios.
Summary: [results](../../docs/results.md).

- Photos: JPEG quality 90, 4:2:0.
- Whole: from the first byte of the upload to the last of the answer; processor time of every process of the service until they rest again.
  Of a megapixel: the mean of two calls; of 256 pixels: of four.
- In the network: inside the runtime. Networks: the processes that run them. All else: every other process; workerd: the edge's part of it.
- Bare runs: the same networks, batches, runtime and number format, without the service.
- sharp: on one thread, decodes the photo upright, enlarges the answer's matte from 1024 × 1024 (cubic), joins it as alpha, and encodes the very
  pixels that the service answered, at the fastest level of zlib up to its default whose file has our size (within 5 %), or else the nearest.
`;

/** A section for each part that was measured. @param load of the machine before the run, processes that wanted to run */
export function sectionsOf(measurement: Measurement, load: number): Map<Part, string> {
  const conditions = conditionsOf(measurement.rounds, load);
  return new Map(
    [...measurement.parts].map(([part, measured]) => {
      const text =
        part === 'image-type' ? imageType(measured, measurement) : operationsTable(part, measured, measurement);
      return [part, `## ${titles[part]}\n\n${conditions}\n${text}\n`];
    }),
  );
}

/** The section of the compose pass. */
export function edgesSection(costs: readonly EdgeCost[], rounds: number, load: number): string {
  const rows = costs.map(({ photo, softShare, ms: { plain, guided, both } }) => [
    `\`${photo}\``,
    `${(softShare * 100).toFixed(1)} %`,
    plain.toFixed(0),
    guided.toFixed(0),
    both.toFixed(0),
    (guided / plain).toFixed(2),
    (both / plain).toFixed(2),
  ]);
  const heading = ['photo', 'soft pixels', 'plain', 'guided', 'guided + colours', 'guided / plain', 'both / plain'];
  const what = `- The compose pass of a cutout of 12 megapixels in workerd: rows from memory, compose, PNG. Plain is bilinear alpha and
  the photo's RGB; guided draws alpha along the photo's edges; with colours, soft pixels get the subject's own too.`;
  return `## ${titles.edges}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of what each format of an answer costs. */
export function formatsSection(costs: readonly FormatCost[], rounds: number, load: number): string {
  const rows = costs.map(({ format, size, of: { edge, lane, libvips } }) => [
    `\`${format}\``,
    `${size} MP`,
    ...[edge, lane, libvips].map(({ cpuSeconds }) => cpuSeconds.toFixed(2)),
    ...[edge, lane].map(({ cpuSeconds }) => (cpuSeconds / libvips.cpuSeconds).toFixed(2)),
    ...[edge, lane, libvips].map(({ ms }) => ms.toFixed(0)),
    ...[edge, lane, libvips].map(({ bytes }) => (bytes / 1e6).toFixed(3)),
    ...[edge, lane].map(({ bytes }) => (bytes / libvips.bytes).toFixed(2)),
  ]);
  const heading = [
    ...[
      'format',
      'size',
      'edge, CPU s',
      'image lane, CPU s',
      'libvips, CPU s',
      'edge / libvips',
      'image lane / libvips',
    ],
    ...['edge, ms', 'image lane, ms', 'libvips, ms', 'edge, MB', 'image lane, MB', 'libvips, MB'],
    ...['edge / libvips, bytes', 'image lane / libvips, bytes'],
  ];
  const what = `- A cutout of \`test/fixtures/photos/coffee.png\`, RGBA in memory, is encoded; lossy colours at quality 90, the JPEG on white. Edge: in
  workerd, without the time to send the pixels there. libvips: sharp on one thread with its defaults; for a ZIP its JPEG and grey PNG.
- The edge encodes WebP up to 0.7 megapixels and ZIP up to 11, its limit of memory; larger ones are measured to compare.`;
  return `## ${titles.formats}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of products that do the same with the same weights. */
export function productsSection(costs: readonly ProductCost[], rounds: number, load: number): string {
  const [first] = costs;
  const rows = costs.map(({ product, size, taken, peakMiB }) => {
    const own = costs.find((cost) => cost.product === first?.product && cost.size === size) ?? { taken, peakMiB };
    return [
      product,
      `${size} MP`,
      taken.ms.toFixed(0),
      taken.cpuSeconds.toFixed(2),
      (own.taken.cpuSeconds / taken.cpuSeconds).toFixed(2),
      peakMiB.toFixed(0),
      (own.peakMiB / peakMiB).toFixed(2),
    ];
  });
  const heading = ['', 'size', 'ms', 'CPU s', 'ours / its', 'peak MiB', 'ours / its'];
  const what = `- The photo of the cutouts as a file in, a PNG out. Ours is the whole service over HTTP: workerd, ledger, inference. Each of the
  others runs in its own process, with the published weights of \`isnet-general\`.
- Peak: most memory of all its processes during one more call after the rounds, shared pages counted once; without the Node
  process around workerd, which a deployment does not have.`;
  return `## ${titles.products}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of the inference service without the edge. */
export function tierSection(costs: readonly TierCost[], rounds: number, load: number): string {
  const rows = costs.map(({ network, bareMs, callMs, bareRate, tierRate, bareCpuSeconds, tierCpuSeconds }) => [
    `\`${network}\``,
    bareMs.toFixed(0),
    callMs.toFixed(0),
    (callMs - bareMs).toFixed(0),
    bareRate.toFixed(2),
    tierRate.toFixed(2),
    (tierRate / bareRate).toFixed(2),
    bareCpuSeconds.toFixed(3),
    tierCpuSeconds.toFixed(3),
  ]);
  const heading = [
    ...['network', 'bare run, ms', 'a call alone', 'added', 'bare loop, runs a second', 'two calls at once', 'ratio'],
    ...['bare run, CPU s', 'service'],
  ];
  const what = `- A client sends ready tensors over HTTP; the bare loop runs the same ones in the same runtime, with the same threads. For each
  network: bare runs, calls one by one, calls two at once.`;
  return `## ${titles.tier}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of several callers at once. */
export function callersSection(costs: readonly CallersCost[], rounds: number, load: number): string {
  const rows = costs.map(({ callers, megapixels, answers, refused, rate, bareRate, latencyMs }) => [
    String(callers),
    sizeName(megapixels),
    rate.toFixed(2),
    bareRate.toFixed(2),
    (rate / bareRate).toFixed(2),
    latencyMs.half.toFixed(0),
    latencyMs.most.toFixed(0),
    String(answers),
    String(refused),
  ]);
  const heading = [
    ...['callers at once', 'size', 'answers a second', 'bare networks', 'ratio', 'latency, ms: 50 %', '95 %'],
    ...['answers', 'refused'],
  ];
  const what = `- Cutouts of \`coffee\`, all options left out; each caller sends its next photo when it has an answer. Bare networks: cutouts a second if
  the same runs came one after the other with no service around them, in turns with the callers.
- Latency: 50 and 95 of 100 answers took no longer. The callers run on the same processors.`;
  return `## ${titles.callers}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of clicks on a picture. */
export function pointsSection({ costs, formats }: PointsMeasurement, rounds: number, load: number): string {
  const rows = costs.map(({ call, megapixels, lane, ms, networks, whole, networksRatio, wholeRatio }) => [
    call,
    sizeName(megapixels),
    lane,
    ms.toFixed(0),
    networks.toFixed(2),
    (whole - networks).toFixed(2),
    whole.toFixed(2),
    networksRatio.toFixed(2),
    wholeRatio.toFixed(2),
  ]);
  const ratios = ['networks / named', 'whole / named'];
  const heading = ['call', 'size', 'lane', 'ms', 'networks, CPU s', 'all else', 'whole', ...ratios];
  const what = `- Cutouts of \`coffee\`, another shade of it in each round. Named: with an \`Idempotency-Key\`, under which one click drops the saucer,
  and the second call the spoon too. Without a name nothing may be kept for later calls.
- Number formats: matte network ${formats[0]}, the segmenter's encoder ${formats[1]}.`;
  return `## ${titles.points}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

/** The section of what counting an answer adds to it. */
export function usageSection(costs: readonly UsageCost[], rounds: number, load: number): string {
  const rows = costs.map(({ atOnce, pairs, withoutMs, withMs, addedMs, distanceMs }) => [
    String(atOnce),
    String(pairs),
    withoutMs.toFixed(2),
    withMs.toFixed(2),
    `${addedMs.toFixed(3)} ± ${distanceMs.toFixed(3)}`,
  ]);
  const heading = ['calls at once', 'pairs', 'not counted', 'counted', 'added'];
  const what = `- \`GET /available-credit\`, the shortest call that a ledger admits, at an edge with the usage queue and at one without, in
  pairs, either first in turn. Queue, consumer and D1 run on the same two cores.
- Added: median difference within pairs ± median absolute deviation. Less than that deviation is noise. Run it alone with
  \`npm run bench -- --only usage\`.`;
  return `## ${titles.usage}\n\n${conditionsOf(rounds, load)}\n${what}\n\n${table(heading, rows)}\n`;
}

function conditionsOf(rounds: number, load: number): string {
  const cores = cpus().length;
  const busy = load > cores / 4 ? ', so other work ran beside it' : '';
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cores} cores, Node ${process.versions.node}`;
  return `- Machine: ${machine}; load before the run ${load.toFixed(1)}${busy}. Rounds: ${rounds}.`;
}

/** The page with sections put in; those that were not measured stay as they are, and those written by hand come last. */
export function pageWith(page: string, sections: ReadonlyMap<Part, string>): string {
  const old = page.split(/^(?=## )/m);
  const kept = (part: Part) => old.find((section) => section.startsWith(`## ${titles[part]}\n`))?.trimEnd();
  const all = parts.map((part) => sections.get(part)?.trimEnd() ?? kept(part));
  const measured = new Set(Object.values(titles));
  const byHand = old.filter((section) => section.startsWith('## ') && !measured.has(section.slice(3).split('\n')[0]));
  const sectionsInOrder = [...all.filter((section) => section !== undefined), ...byHand.map((each) => each.trimEnd())];
  return `${[head.trimEnd(), ...sectionsInOrder].join('\n\n')}\n`;
}

function networksOf(answers: readonly TimedAnswer[]): string[] {
  return [...new Set(answers.flatMap(({ networks }) => [...networks.keys()]))];
}

/** What `include_image_type` adds to a cutout. */
function imageType(measured: readonly Measured[], { bare }: Measurement): string {
  const rows = measured
    .filter(({ case: { options } }) => options.include_image_type)
    .map((classified) => {
      const plain = measured
        .filter(
          ({ case: { options, megapixels } }) =>
            !options.include_image_type && megapixels === classified.case.megapixels,
        )
        .flatMap(({ answers }) => answers);
      const both = networksOf(plain);
      const [classifier] = networksOf(classified.answers).filter((name) => !both.includes(name));
      return imageTypeRow(classified, plain, bare(classifier, { runs: 1, samples: 1 }).ms);
    });
  const heading = [
    ...['size', 'lane', 'inference without', 'inference with', 'added', 'bare run', 'added / bare run'],
    ...['total without', 'total with', 'with / without'],
  ];
  const what = `- \`POST /v1.0/image-without-background\` with \`include_image_type\` false and true, in turns.
- Added: median difference in inference over rounds ± median absolute deviation. Less than that deviation is noise.`;
  return `${what}\n\n${table(heading, rows)}`;
}

function imageTypeRow(
  { case: { megapixels }, answers }: Measured,
  plain: readonly TimedAnswer[],
  bareMs: number,
): string[] {
  const inference = ({ inferenceMs }: TimedAnswer) => inferenceMs;
  const total = ({ totalMs }: TimedAnswer) => totalMs;
  const [classified, without] = [medianOf(answers), medianOf(plain)];
  // In pairs: what disturbs a round disturbs both.
  const differences = answers.map((answer, round) => inference(answer) - inference(plain[round]));
  const added = median(differences);
  const distance = median(differences.map((difference) => Math.abs(difference - added)));
  return [
    sizeName(megapixels),
    answers[0]?.lane ?? '',
    without(inference).toFixed(0),
    classified(inference).toFixed(0),
    `${added.toFixed(0)} ± ${distance.toFixed(0)}`,
    bareMs.toFixed(0),
    (added / bareMs).toFixed(2),
    without(total).toFixed(0),
    classified(total).toFixed(0),
    (classified(total) / without(total)).toFixed(3),
  ];
}

function medianOf(answers: readonly TimedAnswer[]): (pick: (answer: TimedAnswer) => number) => number {
  return (pick) => median(answers.map(pick));
}
