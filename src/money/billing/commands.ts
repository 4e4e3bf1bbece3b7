/** The commands of `npm run accounts` that concern purchases. */
import { UsageError } from '../../wire/command-line/program.ts';
import { type AdminCommand, asking } from '../keys/commands.ts';
import { readEventAnswer } from './answers.ts';
import { rereadAll, rereadReport, rereadWords } from './reread-all.ts';

const outcomes = {
  settled: 'Its credits were granted or taken back.',
  ignored: 'Nothing to do: it belongs to no purchase of this deployment, or to the other mode.',
  refused: 'What was paid is not what was sold: no credits were given. Refund it in Stripe.',
};

export const billingCommands: readonly AdminCommand[] = [
  {
    name: 'billing read',
    summary: 'Fetch an event of Stripe that could not be read, and work on it again',
    notes: 'Events that wait are under Service on the pages of operators. Stripe keeps an event for 30 days.',
    word: {
      name: 'ID',
      expected: 'the id of an event, evt_…',
      fits: (text) => /^evt_\w{1,250}$/.test(text),
    },
    options: [],
    run: asking(({ word }) => ({ method: 'POST', path: `/billing/events/${word}/read` })),
    print: (answer) => {
      const { id, outcome } = readEventAnswer.parse(answer);
      return `${id} was read. ${outcomes[outcome]}`;
    },
  },
  {
    name: 'billing reread',
    summary: 'Work again on all events of Stripe since a moment, as after a restore',
    notes:
      'What was worked on before changes nothing. Stripe keeps an event for 30 days. Status 1 when something is left to do by hand.',
    options: [{ name: 'since', placeholder: 'MOMENT', meaning: 'As the restore printed it: 2026-11-30T04:17:00Z' }],
    run: ({ values }, ask) => {
      const sinceMs = Date.parse(values.get('since') ?? '');
      if (Number.isNaN(sinceMs)) throw new UsageError('Expected a moment for --since, as in 2026-11-30T04:17:00Z');
      return rereadAll(ask, sinceMs);
    },
    print: (answer) => rereadWords(rereadReport.parse(answer)),
    failed: (answer) => {
      const { refused, unreadable, unknown, failed } = rereadReport.parse(answer);
      return refused.length + unreadable.length + unknown.length + failed.length > 0;
    },
  },
];
