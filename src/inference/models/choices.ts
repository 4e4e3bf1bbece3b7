/**
 * What an operator chose on this machine, `<modelsDirectory>/choices.json`: networks with a source of their own and the
 * roles they play. It overrides the project's manifest and is kept beside the weights, outside of git, so that a checkout stays
 * clean and the choice goes where the weights go.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makeFolder } from './folder.ts';
import { checkRoles, type Manifest, model, modelName, modelRoles, readManifest } from './manifest.ts';
import type { ModelSettings } from './settings.ts';

const choices = z.object({
  roles: modelRoles,
  models: z.record(modelName, model),
});

export type Choices = z.infer<typeof choices>;

/** Where the choices are. */
function choicesPath(modelsDirectory: string): string {
  return path.join(modelsDirectory, 'choices.json');
}

/**
 * Reads the choices; none where there is no such file.
 * @throws Error with one line that names the file and what is wrong in it
 */
export async function readChoices(modelsDirectory: string): Promise<Choices> {
  const file = choicesPath(modelsDirectory);
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { roles: {}, models: {} };
    throw new Error(`Cannot read the choices ${file}: ${(cause as Error).message}`, { cause });
  }
  const checked = choices.safeParse(parsed);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Error(`The choices ${file} are wrong at ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Writes the choices in one step: a reader sees the old ones or the new ones. */
export async function writeChoices(modelsDirectory: string, value: Choices): Promise<void> {
  const file = choicesPath(modelsDirectory);
  makeFolder(modelsDirectory);
  await writeFile(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  await rename(`${file}.new`, file);
}

/**
 * The manifest with the choices over it: what this machine serves.
 * @throws Error with one line when one of the two files is wrong
 */
export async function readRepository({ manifestPath, modelsDirectory }: ModelSettings): Promise<Manifest> {
  const [manifest, chosen] = await Promise.all([readManifest(manifestPath), readChoices(modelsDirectory)]);
  const roles = { ...manifest.roles, ...chosen.roles };
  const models = { ...manifest.models, ...chosen.models };
  checkRoles({ roles, models }, `The file ${choicesPath(modelsDirectory)}`);
  return { roles, models, offers: manifest.offers };
}
