/** Clients × cases, as the guide has them. */
import { cases } from './cases.ts';
import { clients, notHad } from './clients.ts';

/** Whether a client passed a case; null where it cannot say it. */
export type Passed = (client: string, what: string) => boolean | null;

/** One row for each subject: how many of its cases each client passed. */
export function shortTable(passed: Passed): string {
  const subjects = [...new Set(cases.map(({ subject }) => subject))].filter((each) => each !== errors);
  const rows = [...subjects, errors].map((subject) => row(wordsOf(subject), (client) => count(client, subject)));
  const sum = row('**All**', (client) => count(client));
  return [...head('Cases that passed'), ...rows, sum, '', `Not had: ${notHad}.`].join('\n');

  function count(client: string, subject?: string): string {
    const all = cases.filter((each) => subject === undefined || each.subject === subject);
    const said = all.map(({ what }) => passed(client, what)).filter((each) => each !== null);
    const [good, run] = [said.filter(Boolean).length, said.length];
    if (run === 0) return '–';
    return good === run ? `✓ ${good}` : `✗ ${good} of ${run}`;
  }
}

/** One row for each case. */
export function longTable(passed: Passed): string {
  const marks = new Map<boolean | null, string>([
    [true, '✓'],
    [false, '✗'],
    [null, '–'],
  ]);
  const rows = cases.map(({ subject, what }) =>
    row(`${wordsOf(subject)}: ${what}`, (client) => marks.get(passed(client, what)) ?? ''),
  );
  return [...head('Case'), ...rows].join('\n');
}

const errors = 'Errors';

function head(first: string): string[] {
  const names = clients.map(({ name, from }) => (from === null ? name : `${from} \`${name}\``));
  return [`| ${first} | ${names.join(' | ')} |`, `|---|${'---|'.repeat(names.length)}`];
}

function row(first: string, cell: (client: string) => string): string {
  return `| ${first} | ${clients.map(({ name }) => cell(name)).join(' | ')} |`;
}

/** Names of fields as code. */
function wordsOf(subject: string): string {
  return subject.replace(
    /\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b(?:size|type|format|channels|crop|scale|position|roi|semitransparency)\b/g,
    '`$&`',
  );
}
