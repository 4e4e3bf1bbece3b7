/** What the last lines of a run say of tests that failed: a log may be cut everywhere else. */

export interface Failure {
  /** Path from the project's folder. */
  readonly file: string;
  /** With those of its suites; none where the file itself could not be read. */
  readonly name?: string;
  /** Of its first error, as thrown: may have many lines and colours. */
  readonly message: string;
}

const most = 40;
const longestMessage = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const colours = /\u001b\[[0-9;]*m/g;

/** @returns lines to print, none without a failure, at most 42 */
export function linesOfFailures(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const lines = failures.slice(0, most).map(({ file, name, message }) => {
    const [first = ''] = message.replace(colours, '').trim().split('\n');
    return `  ${[file, ...(name ? [name] : [])].join(' > ')}: ${first.slice(0, longestMessage)}`;
  });
  const rest = failures.length - lines.length;
  return [`Tests that failed: ${failures.length}`, ...lines, ...(rest > 0 ? [`  and ${rest} more`] : [])];
}
