/** Whether a prepared file is still what it was when it was prepared. */
import { fingerprintOf } from './fingerprint.ts';
import { expectedSha256, inspectModel } from './inspect.ts';
import { type ModelDescription, preparedPath } from './manifest.ts';

export interface Verdict {
  readonly name: string;
  readonly good: boolean;
  /** What was found and, where it is not good, what to do. */
  readonly line: string;
}

/** Hashes a prepared file and compares it with the manifest, or with its record if the manifest has no hash. */
export async function verifyModel(model: ModelDescription, name: string, modelsDirectory: string): Promise<Verdict> {
  const inspection = await inspectModel(model, name, modelsDirectory);
  const repair = `run npm run models -- fetch ${name}`;
  if (inspection.state === 'missing') return { name, good: false, line: `is not there: ${repair}` };
  if (inspection.state === 'outdated') return { name, good: false, line: `is ${inspection.why}: ${repair}` };
  const { sha256 } = await fingerprintOf(preparedPath(modelsDirectory, name));
  const expected = expectedSha256(model) ?? inspection.record.sha256;
  if (sha256 === expected) return { name, good: true, line: `is good, SHA-256 ${sha256}` };
  // A fetch trusts the note, and the note does not know that the content changed behind it.
  const remove = `delete the folder ${name} in ${modelsDirectory}, then ${repair}`;
  return { name, good: false, line: `is damaged, SHA-256 ${sha256} instead of ${expected}: ${remove}` };
}
