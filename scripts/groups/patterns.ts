/** Patterns of paths, as the lists of groups and parts have them. */

/**
 * Whether a list of patterns takes in a path. `*` stands for any name or part of one, `**` for any number of folders,
 * `{one,other}` for either; a pattern with `!` in front takes out again what those before it took in.
 * @param file path from the repository's root
 */
export function matches(patterns: readonly string[], file: string): boolean {
  let taken = false;
  for (const pattern of patterns) {
    const out = pattern.startsWith('!');
    if (taken === out && expressionOf(out ? pattern.slice(1) : pattern).test(file)) taken = !out;
  }
  return taken;
}

const expressions = new Map<string, RegExp>();

/** Of the signs of a pattern, in a regular expression. */
const meanings: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '{': '(?:',
  ',': '|',
  '}': ')',
};

function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern);
  if (known) return known;
  const parts = pattern
    .split(/(\*\*\/|\*\*|[*{},])/)
    .map((part) => meanings[part] ?? part.replace(/[.+?^$()|[\]\\]/g, '\\$&'));
  const expression = new RegExp(`^${parts.join('')}$`);
  expressions.set(pattern, expression);
  return expression;
}
