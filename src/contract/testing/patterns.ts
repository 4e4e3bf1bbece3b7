/** For tests: the patterns of a description. */

/** Every pattern of a schema in it, each once. */
export function patternsIn(document: unknown): string[] {
  const found = new Set<string>();
  JSON.stringify(document, (name, value: unknown) => {
    if (name === 'pattern' && typeof value === 'string') found.add(value);
    return value;
  });
  return [...found];
}
