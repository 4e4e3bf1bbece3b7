/** Measured figures in words and tables, and the sections that are kept when others are measured anew. */
import { describe, expect, test } from 'vitest';
import { casesOf } from './cases.ts';
import type { Measurement } from './measure.ts';
import {
  callersSection,
  edgesSection,
  formatsSection,
  pageWith,
  pointsSection,
  sectionsOf,
  usageSection,
} from './report.ts';
import type { TimedAnswer } from './service.ts';

const answer: TimedAnswer = {
  lane: 'edge',
  totalMs: 1300,
  inferenceMs: 1200,
  runMs: 1100,
  seconds: { edge: 0.3, networks: 1.9, lane: 0, inference: 0.2, host: 0.1 },
  body: Buffer.alloc(2_500_000),
  networks: new Map([
    ['isnet-general', { runs: 1, samples: 1 }],
    ['vehicle-detector', { runs: 1, samples: 2 }],
  ]),
};
const slower: TimedAnswer = {
  ...answer,
  inferenceMs: 1230,
  totalMs: 1330,
  networks: new Map([...answer.networks, ['image-type', { runs: 1, samples: 1 }]]),
};

const measurement: Measurement = {
  rounds: 1,
  parts: new Map(
    (['cutouts', 'cars', 'image-type'] as const).map((part) => [
      part,
      casesOf(part).map((measured) => ({
        case: measured,
        answers: [measured.options.include_image_type ? slower : answer],
      })),
    ]),
  ),
  peer: () => ({ compressionLevel: 2, adaptiveFiltering: true, bytes: 2_600_000, cpuSeconds: 0.1 }),
  bare: (network, { samples }) =>
    network === 'isnet-general' ? { ms: 900, cpuSeconds: 1.9 } : { ms: 20 * samples, cpuSeconds: 0.05 * samples },
};

describe('a section', () => {
  const sections = sectionsOf(measurement, 0.1);

  test('has what is not the network, on the clock and of processors, and its ratio to sharp', () => {
    const rows = sections
      .get('cars')
      ?.split('\n')
      .filter((line) => line.startsWith('| `car-layers-base64`'));
    expect(rows).toHaveLength(3);
    expect(rows?.[0]).toBe(
      '| `car-layers-base64` | 1 MP | edge | 1300 | 1100 | 2500 | 1900 | 2000 | 600 | 300 | 100 | 6.00 | 3.00 | 2.50 | 2.60 | 2, filters |',
    );
  });

  test('of cutouts has a row for each photo, and what a thousand cost', () => {
    const section = sections.get('cutouts') ?? '';
    expect(section).toContain('| coffee | 256 px | edge |');
    expect(section).toContain('| coffee, turned JPEG | 12 MP | edge |');
    expect(section).toContain('| 1,000 cutouts | $ a million | 1 MP | 4 MP | 12 MP |');
    expect(section).toContain('| Workers, CPU ms | 0.02 | 300,000 → 0.0060 |');
  });

  test('of the image type has what it adds', () => {
    const section = sections.get('image-type');
    expect(section).toContain('| 12 MP | edge | 1200 | 1230 | 30 ± 0 | 20 | 1.50 | 1300 | 1330 | 1.023 |');
  });

  test('says when the machine had other work', () => {
    expect(sections.get('cars')).not.toContain('other work');
    expect(sectionsOf(measurement, 50).get('cars')).toContain('load before the run 50.0, so other work ran beside it');
  });
});

test('the page keeps the sections that were not measured, in their order', () => {
  const old = '# Benchmarks\n\nOld words.\n\n## Other products\n\nkept\n\n## By hand\n\nwords\n\n## Cars\n\nreplaced\n';
  const page = pageWith(old, sectionsOf(measurement, 0));
  expect(page.match(/^## .*$/gm)).toEqual([
    '## Cutouts',
    '## Other products',
    '## Cars',
    '## Image type',
    '## By hand',
  ]);
  expect(page).toContain('## Other products\n\nkept\n\n## Cars');
  expect(page).not.toContain('replaced');
  expect(page).not.toContain('Old words');
  expect(pageWith(page, new Map())).toBe(page);
});

test('the section of the compose pass has ratios to the plain one', () => {
  const costs = [{ photo: 'a.png', softShare: 0.0723, ms: { plain: 400, guided: 500, both: 560 } }];
  const section = edgesSection(costs, 3, 0);
  expect(section).toMatch(/^## Drawn edges\n/);
  expect(section).toContain('| `a.png` | 7.2 % | 400 | 500 | 560 | 1.25 | 1.40 |');
});

test('several callers have their rate beside that of bare networks, and percentiles', () => {
  const cost = {
    callers: 8,
    megapixels: 4,
    answers: 79,
    refused: 1,
    rate: 0.9,
    bareRate: 1,
    latencyMs: { half: 8000, most: 9500 },
  };
  const section = callersSection([cost], 5, 0);
  expect(section).toMatch(/^## Several callers\n/);
  expect(section).toContain('| 8 | 4 MP | 0.90 | 1.00 | 0.90 | 8000 | 9500 | 79 | 1 |');
});

test('clicks have their ratios to the call that they mend', () => {
  const times = { ms: 700.4, networks: 0.21, whole: 0.5, networksRatio: 0.27, wholeRatio: 0.54 };
  const costs = [{ call: 'second click', megapixels: 1, lane: 'edge', ...times }] as const;
  const section = pointsSection({ costs, formats: ['int8', 'fp32'] }, 5, 0);
  expect(section).toMatch(/^## Clicks\n/);
  expect(section).toContain('| second click | 1 MP | edge | 700 | 0.21 | 0.29 | 0.50 | 0.27 | 0.54 |');
  expect(section).toContain("matte network int8, the segmenter's encoder fp32");
});

test('usage recording is given in thousandths of a millisecond', () => {
  const costs = [{ atOnce: 8, pairs: 400, withoutMs: 9.126, withMs: 9.2, addedMs: 0.0724, distanceMs: 0.5 }];
  const section = usageSection(costs, 2, 0);
  expect(section).toMatch(/^## Usage recording\n/);
  expect(section).toContain('| 8 | 400 | 9.13 | 9.20 | 0.072 ± 0.500 |');
});

test('formats have their ratios to libvips, of processor time and of bytes', () => {
  const of = (ms: number, cpuSeconds: number, bytes: number) => ({ ms, cpuSeconds, bytes });
  const ways = { edge: of(900, 0.9, 1.2e6), lane: of(300, 0.3, 0.8e6), libvips: of(600, 0.6, 1e6) };
  const section = formatsSection([{ format: 'zip', size: 12, of: ways }], 2, 0);
  expect(section).toMatch(/^## Formats\n/);
  expect(section).toContain(
    '| `zip` | 12 MP | 0.90 | 0.30 | 0.60 | 1.50 | 0.50 | 900 | 300 | 600 | 1.200 | 0.800 | 1.000 | 1.20 | 0.80 |',
  );
});
