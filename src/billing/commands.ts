/** The commands of `npm run accounts` that concern purchases. */
import { type AdminCommand, asking } from '../keys/commands.ts';
import { readEventAnswer } from './answers.ts';

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
];
