/** What the first line of a commit message has to be: https://www.conventionalcommits.org/en/v1.0.0/ */

const maxCharacters = 72;

const types = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'style', 'revert'];

const form = new RegExp(`^(${types.join('|')})(\\([^()]+\\))?!?: \\S`);

/** What is wrong with a subject; null where nothing is. */
export function subjectProblem(subject: string): string | null {
  const { length } = [...subject];
  if (length > maxCharacters) return `${length} characters, at most ${maxCharacters}: ${subject}`;
  if (!form.test(subject)) return `not "type(scope): what it does", type being ${types.join(', ')}: ${subject}`;
  return null;
}
