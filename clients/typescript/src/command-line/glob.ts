/** Globs: what a shell would find, where it was not asked. */

/** Whether a word is more than the name of a file. */
export function isGlob(word: string): boolean {
  return /[*?[{]/.test(word);
}

/** The folder of all matches: the path before the first wildcard. */
export function folderOf(glob: string): string {
  const steady = glob.split('/');
  const first = steady.findIndex(isGlob);
  return steady.slice(0, first).join('/') || (glob.startsWith('/') ? '/' : '.');
}

/**
 * A pattern for paths with `/`: `*` and `?` stay within a name, `**` passes over folders, `[ab]` and `{one,two}` choose.
 */
export function patternOf(glob: string): RegExp {
  const signs = /\*\*\/|\*\*|\*|\?|\[[^\]]*\]|[{},]|[.+^$()|\\]/g;
  let depth = 0;
  const text = glob.replace(signs, (sign) => {
    if (sign === '**/') return '(?:[^/]+/)*';
    if (sign === '**') return '.*';
    if (sign === '*') return '[^/]*';
    if (sign === '?') return '[^/]';
    if (sign === '{') depth++;
    if (sign === '{') return '(?:';
    if (sign === '}' && depth > 0) {
      depth--;
      return ')';
    }
    if (sign === ',') return depth > 0 ? '|' : ',';
    return sign.startsWith('[') ? sign.replace('[!', '[^') : `\\${sign}`;
  });
  return new RegExp(`^${text}$`);
}
