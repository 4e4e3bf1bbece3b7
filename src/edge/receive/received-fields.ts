/** Names under which something came, for callers whose picture came under another name than the contract's. */
import type { Refusal } from '../../contract/refusals.ts';

const mostNames = 8;
const mostCharacters = 200;

/**
 * The names of parts or members as a refusal lists them in a header; nothing where there were none.
 * @param names as they came, in any characters
 */
export function receivedFields(names: readonly string[]): Pick<Refusal, 'receivedFields'> {
  const shown = [...new Set(names)].filter((name) => name !== '').slice(0, mostNames);
  if (shown.length === 0) return {};
  return { receivedFields: shown.map(escaped).join(', ').slice(0, mostCharacters) };
}

/** In printable ASCII, without what separates names. */
function escaped(name: string): string {
  return name.slice(0, mostCharacters).replace(/[^!-~]|[%,]/gu, (character) => {
    const bytes = new TextEncoder().encode(character);
    return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}
