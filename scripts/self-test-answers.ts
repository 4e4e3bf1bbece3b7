/**
 * `npm run self-test-answers`: writes what the networks of the manifest answer to the picture of the self-test, in fp32 on
 * this processor. To be run where the weights were changed on purpose and are known to be right.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCatalogue } from '../src/inference/catalogue.ts';
import { answerPath, type StoredAnswer } from '../src/inference/models/answer.ts';
import { readManifest } from '../src/inference/models/manifest.ts';
import { modelSettings } from '../src/inference/models/settings.ts';
import { openRuntime } from '../src/inference/runtime/open.ts';
import { summarise } from '../src/inference/runtime/self-test.ts';
import { behindEncoder } from '../src/inference/scheduler/behind-encoder.ts';
import { KeptEncodings } from '../src/inference/scheduler/kept-encodings.ts';

/** Smaller inputs than a graph declares. At 192 the matte of the picture is certain, and a run takes a 28th of the time. */
const smaller: Readonly<Record<string, StoredAnswer['inputs']>> = {
  'isnet-general': { image: [1, 192, 192, 3] },
};

const { manifestPath, modelsDirectory } = modelSettings(process.env);
const manifest = await readManifest(manifestPath);
const { models } = await openCatalogue({ manifestPath, modelsDirectory });
const runtime = await openRuntime({ name: 'native', threads: 1, providers: ['cpu'] }, console.error);

for (const model of models) {
  const source = manifest.models[model.name]?.source.sha256;
  // A further size of the same file, or a network that was chosen on this machine alone.
  if (!source) continue;
  const inputs =
    smaller[model.name] ??
    Object.fromEntries(model.inputs.map(({ name, shape }) => [name, shape.map((size) => (size === -1 ? 1 : size))]));
  const asked = { ...model, answer: { source, inputs, outputs: {} } };
  const session = await runtime.open(model.file, 'fp32');
  const encoder = model.encoder && (await runtime.open(model.encoder.file, 'fp32'));
  const found = await summarise(asked, encoder ? behindEncoder(encoder, session, new KeptEncodings()) : session);
  const outputs = Object.fromEntries(Object.entries(found).map(([name, values]) => [name, values.map(rounded)]));
  const file = answerPath(manifestPath, model.name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ source, inputs, outputs })}\n`);
  console.log(`${model.name}  ${file}`);
}

/** Four digits are far finer than what is compared. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
