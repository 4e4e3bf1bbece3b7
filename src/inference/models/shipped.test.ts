/** Every network of this project's own manifest comes whole: its card, its answer for the self-test, and its file. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerPath, readAnswer } from './answer.ts';
import { readManifest } from './manifest.ts';
import { modelSettings } from './settings.ts';

const { manifestPath } = modelSettings({});
const folder = path.dirname(manifestPath);
const { models, offers } = await readManifest(manifestPath);
const cardOf = (card = '') => readFile(path.join(folder, '..', card), 'utf8');

/** Encoders, with the network that runs behind each. */
const encoders = new Map(
  Object.entries(models).flatMap(([name, { encoder }]): [string, string][] => (encoder ? [[encoder, name]] : [])),
);

describe.each(Object.entries(models))('%s', (name, model) => {
  it('has a card of its own, or of the network that runs behind it, that names its licence', async () => {
    expect(model.card).toBe(`models/${encoders.get(name) ?? name}/README.md`);
    expect(await cardOf(model.card)).toMatch(/licen[cs]e/i);
  });
});

// An encoder is tested with the network behind it.
describe.each(Object.entries(models).filter(([name]) => !encoders.has(name)))('%s', (name, model) => {
  it('has an answer for the self-test, of the weights that the manifest names', async () => {
    const answer = await readAnswer(manifestPath, name, model.source.sha256);
    expect(Object.keys(answer?.inputs ?? {})).toEqual(model.inputs.map((input) => input.name));
    expect(Object.keys(answer?.outputs ?? {})).toEqual(model.outputs.map((output) => output.name));
  });
});

const ownFiles = Object.values(models).flatMap(({ source, preparation }) => [
  ...(source.kind === 'file' ? [source] : []),
  ...(typeof preparation === 'object' && preparation.kind === 'filled'
    ? [{ path: preparation.graph, sha256: preparation.sha256 }]
    : []),
]);

it.each(ownFiles)('the file $path has the hash that the manifest names', async ({ path: file, sha256 }) => {
  const weights = await readFile(path.join(folder, file));
  expect(createHash('sha256').update(weights).digest('hex')).toBe(sha256);
});

it('no answer is left over from a network that went', async () => {
  const answers = await readdir(path.dirname(answerPath(manifestPath, 'any')));
  const tested = Object.keys(models).filter((name) => !encoders.has(name));
  expect(answers.map((file) => path.basename(file, '.json')).sort()).toEqual(tested.sort());
});

it.each(Object.entries(offers))('%s, which is offered, has a card that names its licence', async (_, { card }) => {
  expect(await cardOf(card)).toMatch(/licen[cs]e/i);
});
