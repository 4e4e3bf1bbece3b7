/** The folder in which a judgement is done: the sealed file, the verdicts, and what comes of them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { kindsIn } from './fetch.ts';
import { type Results, unblind } from './results.ts';
import { hashOf, openSeal, type Session, seal } from './seal.ts';
import { report } from './table.ts';
import { emptyVerdicts, parseVerdicts } from './verdicts.ts';

const sealedFile = 'sealed';
export const verdictsFile = 'verdicts.txt';
const resultsFile = 'results.json';

/**
 * The session of the folder, so that one goes on where one stopped; a new one where there is none.
 *
 * @param draw makes a new session of these folders
 * @throws Error when the folder has a session of other folders
 */
export async function sessionIn(
  folder: string,
  folders: Pick<Session, 'photos' | 'A' | 'B'>,
  draw: () => Promise<Session['showings']>,
): Promise<Session> {
  const file = path.join(folder, sealedFile);
  if (existsSync(file)) {
    const begun = openSeal(readFileSync(file, 'utf8'));
    if (begun.photos === folders.photos && begun.A === folders.A && begun.B === folders.B) return begun;
    throw new Error(`${folder} has a session of other folders. Choose another folder`);
  }
  const session = { ...folders, showings: await draw() };
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, seal(session));
  writeFileSync(path.join(folder, verdictsFile), emptyVerdicts(session.showings));
  return session;
}

/** SHA-256 of the sealed file of a folder. */
export function sealedHash(folder: string): string {
  return hashOf(readFileSync(path.join(folder, sealedFile), 'utf8'));
}

/**
 * Opens the seal: writes results.json, with every reason, and gives the table.
 *
 * @throws Error when a showing has no verdict yet, or a line cannot be read
 */
export function openSession(folder: string): string {
  const sealed = readFileSync(path.join(folder, sealedFile), 'utf8');
  const written = readFileSync(path.join(folder, verdictsFile), 'utf8');
  const { photos, A, B, showings } = openSeal(sealed);
  const results = unblind(showings, parseVerdicts(written, showings), kindsIn(photos));
  const names = { A: path.basename(A), B: path.basename(B) };
  writeFileSync(path.join(folder, resultsFile), resultsText(results, names, hashOf(sealed), hashOf(written)));
  return report(results, names);
}

function resultsText({ first, second }: Results, names: object, sealedSha256: string, verdictsSha256: string): string {
  return `${JSON.stringify({ ...names, sealedSha256, verdictsSha256, first, second }, null, 2)}\n`;
}
