/** Tests that need something, see `needs.ts`: apart from it, for that is asked by programs outside of tests too. */
import { describe } from 'vitest';

/** Declares tests that are skipped where something is missing, with the reason in their name. */
export function describeWith(reason: string | null, name: string, declare: () => void): void {
  describe.skipIf(reason !== null)(reason === null ? name : `${name} (skipped: ${reason})`, declare);
}
