/** The tables of cutouts and cars: what an operation costs, step by step, beside bare networks and sharp. */

import { median } from '../../../testing/percentiles.ts';
import { byDefault, type Part } from './cases.ts';
import { costTable } from './cost/table.ts';
import type { Measured, Measurement } from './measure.ts';
import type { Tried } from './peer/same-size.ts';
import { sizeName } from './photos.ts';
import { allElse, inContainer, whole } from './programs.ts';
import type { TimedAnswer } from './service.ts';
import { table } from './table.ts';

const heading = [
  ...[
    '',
    'size',
    'lane',
    'whole, ms',
    'in the network',
    'whole, CPU ms',
    'networks',
    'bare runs',
    'all else',
    'workerd',
  ],
  ...['sharp', 'all else / sharp', 'workerd / sharp', 'MB out', "sharp's", 'its level'],
];

/** Notes in Markdown, a table, and for cutouts what they cost. */
export function operationsTable(part: Part, measured: readonly Measured[], measurement: Measurement): string {
  const rows = measured.map((each) => rowOf(each, measurement));
  const runs = bareRunsOf(
    measured.flatMap(({ answers }) => answers),
    measurement.bare,
  );
  const notes = `${notesOf[part === 'cars' ? 'cars' : 'cutouts']}\n- Bare runs, ms: ${runs}.`;
  const operations = `${notes}\n\n${table(heading, rows)}`;
  return part === 'cutouts' ? `${operations}\n\n${costOf(measured)}` : operations;
}

const notesOf = {
  cars: '- Photo: the render `test/fixtures/cars/coupe.jpg`, enlarged. Windows opened, shadow drawn: the defaults.',
  cutouts: `- \`POST /v1.0/image-without-background\`, edges and colours drawn; \`refine=off\` but for the last three rows, which have all options
  left out.
- Photos: \`coffee\` is \`test/fixtures/photos/coffee.png\`, enlarged or reduced, with a camera's noise; \`rich\` is \`grace_hopper.jpg\` with so
  much noise that its file and its cutout are several times as large. JPEG is baseline but where a row says otherwise; turned is
  stored on its side (orientation 6); WebP is lossy, quality 90.`,
};

function rowOf({ case: measuredCase, answers }: Measured, { bare, peer }: Measurement): string[] {
  const of = (pick: (answer: TimedAnswer) => number) => median(answers.map(pick));
  const [elseSeconds, edgeSeconds] = [of(({ seconds }) => allElse(seconds)), of(({ seconds }) => seconds.edge)];
  const bareSeconds = of(({ networks }) =>
    [...networks].reduce((sum, [name, runs]) => sum + bare(name, runs).cpuSeconds, 0),
  );
  const sharp = peer(measuredCase);
  const ms = (seconds: number) => (1000 * seconds).toFixed(0);
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);
  return [
    measuredCase.name,
    sizeName(measuredCase.megapixels),
    answers[0]?.lane ?? '',
    of(({ totalMs }) => totalMs).toFixed(0),
    of(({ runMs }) => runMs).toFixed(0),
    ms(of(({ seconds }) => whole(seconds))),
    ms(of(({ seconds }) => seconds.networks)),
    ...[bareSeconds, elseSeconds, edgeSeconds, sharp.cpuSeconds].map(ms),
    (elseSeconds / sharp.cpuSeconds).toFixed(2),
    (edgeSeconds / sharp.cpuSeconds).toFixed(2),
    megabytes(of(({ body }) => body.length)),
    megabytes(sharp.bytes),
    levelOf(sharp),
  ];
}

function levelOf({ compressionLevel, adaptiveFiltering }: Tried): string {
  return `${compressionLevel}${adaptiveFiltering ? ', filters' : ''}`;
}

/** Time of one bare run of each network, for every batch size that the service used. */
function bareRunsOf(answers: readonly TimedAnswer[], bare: Measurement['bare']): string {
  const times = answers.flatMap(({ networks }) =>
    [...networks].map(([name, { runs, samples }]): [string, number] => {
      const batch = Math.round(samples / runs);
      return [`\`${name}\`${batch > 1 ? ` over ${batch}` : ''}`, bare(name, { runs: 1, samples: batch }).ms];
    }),
  );
  return [...new Map(times)].map(([network, ms]) => `${network} ${ms.toFixed(0)}`).join(', ');
}

/** Of the cutouts by the defaults. */
function costOf(measured: readonly Measured[]): string {
  return costTable(
    measured
      .filter(({ case: { name } }) => name === byDefault)
      .map(({ case: { megapixels }, answers }) => {
        const of = (pick: (answer: TimedAnswer) => number) => median(answers.map(pick));
        const use = {
          workerCpuMs: of(({ seconds }) => 1000 * seconds.edge),
          containerCpuSeconds: of(({ seconds }) => inContainer(seconds)),
          containerCalls: of(({ lane, networks }) =>
            lane === 'image' ? 1 : [...networks.values()].reduce((sum, { runs }) => sum + runs, 0),
          ),
          seconds: of(({ totalMs }) => totalMs / 1000),
        };
        return { size: sizeName(megapixels), use };
      }),
  );
}
