/** Work that the tests of a file ask for again and again. */
import { createHash } from 'node:crypto';

/**
 * Makes each answer once: arguments that are equal by JSON, files by their SHA-256, share it.
 * @returns the function, which keeps all answers as long as it lives, failed ones too
 */
export function once<Asked extends readonly unknown[], Made>(
  make: (...asked: Asked) => Promise<Made>,
): (...asked: Asked) => Promise<Made> {
  const kept = new Map<string, Promise<Made>>();
  return (...asked) => {
    const name = JSON.stringify(asked.map((each) => (each instanceof Uint8Array ? digest(each) : each)));
    const made = kept.get(name) ?? make(...asked);
    kept.set(name, made);
    return made;
  };
}

function digest(file: Uint8Array): string {
  return createHash('sha256').update(file).digest('hex');
}
