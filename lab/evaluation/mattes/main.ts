/** `npm run evaluate-mattes`: cutouts of composites whose alpha and colours are exactly known. */

import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { modelSettings } from '../../../src/inference/models/settings.ts';
import { choice, count, required } from '../arguments.ts';
import { runCommand } from '../command.ts';
import { countdown } from '../countdown.ts';
import {
  allVariants,
  backgroundsIn,
  fullChoice,
  quickChoice,
  quickVariants,
  type Scene,
  scenesOf,
  spread,
} from './composites.ts';
import { foregroundsIn } from './foregrounds.ts';
import { conditionOf, judge, type Run } from './judge.ts';
import { measurable, methods, reference } from './methods.ts';
import { openNetworks } from './network.ts';
import { asJson, asMarkdown, type Result, summaries } from './summary.ts';

const help = `Usage: npm run evaluate-mattes -- --foregrounds DIR --backgrounds DIR --out FILE [options]

Composes subjects of known alpha with photos, cuts them out with the service's code, and writes how far the cutouts are
from the truth. Tables in Markdown go to standard output.

  --foregrounds DIR   RGBA renders and their subjects.jsonl
  --backgrounds DIR   JPEG, PNG and WebP photos; without a subject of their own where the network is asked
  --out FILE          JSON
  --experiment NAME   exact: the true alpha, reduced; network: the matte network's alpha; both (default)
  --split NAME        tuning, held_out or all (default) subjects
  --categories A,B    only these
  --methods A,B       only these and ${reference}: ${Object.keys(methods).join(', ')}
  --scenes N          scenes a subject, each in ${allVariants.length} variants (default ${fullChoice.scenesPerSubject})
  --megapixels A,B    sizes of composites, used in turn (default ${fullChoice.megapixels.join(',')})
  --quick             one scene a subject at 1 megapixel, in ${quickVariants.length} variants
  --edges-only        band SAD, colour and visible error and recoloured alone, in less than half of the time
  --alike             backgrounds graded to within 30 of 255 of the subject's edge; of a subject's four scenes the first is
                      sharp, two are out of focus, the last has coloured lights
  --srgb-only         without composites mixed in linear light
  --limit N           at most so many scenes, evenly spread over the list
  --cache DIR         keeps the networks' outputs for the next run
  --model NAME        name or role of the network (default matte)
  --precision NAME    fp32 (default); or int8, int7 (npm run models -- fetch makes the files) or bf16 (needs OpenVINO), for networks
                      that passed in it
  --threads N         threads of the network (default 1)
  --rows FILE         also writes the numbers of each composite, a JSON object a line
  --pictures DIR      also writes composites, and cutouts on red, as PNG`;

const options = {
  help: { type: 'boolean', short: 'h' },
  foregrounds: { type: 'string' },
  backgrounds: { type: 'string' },
  out: { type: 'string' },
  experiment: { type: 'string', default: 'both' },
  split: { type: 'string', default: 'all' },
  categories: { type: 'string' },
  methods: { type: 'string' },
  scenes: { type: 'string' },
  megapixels: { type: 'string' },
  quick: { type: 'boolean', default: false },
  'edges-only': { type: 'boolean', default: false },
  alike: { type: 'boolean', default: false },
  'srgb-only': { type: 'boolean', default: false },
  limit: { type: 'string' },
  cache: { type: 'string' },
  model: { type: 'string', default: 'matte' },
  precision: { type: 'string', default: 'fp32' },
  threads: { type: 'string', default: '1' },
  rows: { type: 'string' },
  pictures: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

await runCommand(main);

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(help);
  const out = required('out', values.out);
  if (!existsSync(path.dirname(out))) throw new Error(`There is no folder ${path.dirname(out)} for --out`);
  const scenes = chosenScenes(values);
  const variants = values.quick || values['srgb-only'] ? quickVariants : allVariants;
  const threads = count('threads', values.threads);
  sharp.concurrency(threads);
  const wanted = choice('experiment', values.experiment, ['exact', 'network', 'both']);
  const networks =
    wanted === 'exact'
      ? null
      : await openNetworks(modelSettings(process.env), {
          threads,
          precision: choice('precision', values.precision, ['fp32', 'bf16', 'int8', 'int7']),
          cache: values.cache ?? null,
        });
  await networks?.describe(values.model);
  const run: Run = {
    methods: chosenMethods(values.methods, measurable(networks)),
    exact: wanted !== 'network',
    networks,
    model: values.model,
    edgesOnly: values['edges-only'],
    alike: values.alike,
    pictures: values.pictures ?? null,
    spentMs: new Map(),
    megapixels: 0,
  };
  if (values.rows) writeFileSync(values.rows, '');
  const results: Result[] = [];
  const report = countdown(scenes.length * variants.length);
  for (const scene of scenes) {
    for await (const found of judge(scene, variants, run)) {
      results.push(...found);
      if (values.rows) appendFileSync(values.rows, found.map((result) => `${JSON.stringify(result)}\n`).join(''));
      const [{ experiment, row }] = found;
      report(`${scene.name}, ${conditionOf(found[0])}`, `band SAD ${row.band_sad.toFixed(3)} (${experiment})`);
    }
  }
  const found = summaries(results);
  const composites = scenes.length * variants.length;
  const whole = { split: values.split, ...countsOf(scenes), composites, model: networks ? values.model : null };
  writeFileSync(out, asJson(whole, found));
  console.log(asMarkdown(found));
  for (const [method, ms] of run.spentMs) {
    console.error(`${method}: ${(ms / run.megapixels).toFixed(0)} ms a megapixel`);
  }
}

function countsOf(scenes: readonly Scene[]) {
  return {
    subjects: new Set(scenes.map(({ foreground }) => foreground.subject)).size,
    scenes: scenes.length,
    backgrounds: new Set(scenes.map(({ background }) => background)).size,
  };
}

function chosenScenes(values: Values): Scene[] {
  const { foregrounds, backgrounds, split, categories, scenes, megapixels, quick, limit } = values;
  const asked = categories?.split(',');
  const half = choice('split', split, ['tuning', 'held_out', 'all']);
  const all = foregroundsIn(required('foregrounds', foregrounds));
  for (const category of asked ?? []) choice('categories', category, [...new Set(all.map((each) => each.category))]);
  const chosen = all.filter(
    (each) => (half === 'all' || each.split === half) && (asked?.includes(each.category) ?? true),
  );
  if (chosen.length === 0) throw new Error('No foreground is of that split and category');
  const wanted = quick ? quickChoice : fullChoice;
  const list = scenesOf(chosen, backgroundsIn(required('backgrounds', backgrounds)), {
    scenesPerSubject: scenes === undefined ? wanted.scenesPerSubject : count('scenes', scenes),
    megapixels: megapixels?.split(',').map((size) => count('megapixels', size)) ?? wanted.megapixels,
  });
  return limit === undefined ? list : spread(list, count('limit', limit));
}

function chosenMethods(names: string | undefined, known: readonly string[]): string[] {
  const asked = names?.split(',').map((name) => choice('methods', name, known)) ?? known;
  return [reference, ...asked.filter((name) => name !== reference)];
}
