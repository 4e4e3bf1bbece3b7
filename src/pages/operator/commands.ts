/** The commands of `npm run accounts`. */

import { type AdminCommand, asking, type CommandWord } from '../../money/keys/commands.ts';
import { UsageError } from '../../wire/command-line/program.ts';
import { actedOn, markedAccount, sealedFactors } from './answers.ts';

const email: CommandWord = {
  name: 'E-MAIL',
  expected: 'the address of an account that has signed up',
  fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};

/** A command that acts on the account with an address. */
function acting(
  name: string,
  { act, ...texts }: { readonly act: string; readonly summary: string; readonly notes?: string; readonly done: string },
): AdminCommand {
  const { summary, notes, done } = texts;
  return {
    name,
    summary,
    notes,
    word: email,
    options: [],
    run: asking(({ word }) => ({ method: 'POST', path: '/account-acts', body: { email: word, act } })),
    print: (answer) => `${done} Account ${actedOn.parse(answer).id}.`,
  };
}

export const commands: readonly AdminCommand[] = [
  {
    name: 'operator',
    summary: 'Let an account see all accounts, give credits, suspend and invite',
    notes: 'The account has to have signed up, and signs in with a second factor to see those pages.',
    word: email,
    options: [{ name: 'remove', meaning: 'Takes this right from the account' }],
    run: asking(({ word, values }) => ({
      method: 'PUT',
      path: '/operators',
      body: { email: word, operator: !values.has('remove') },
    })),
    print: (answer) => {
      const { email: address, operator } = markedAccount.parse(answer);
      return operator
        ? `${address} is an operator. Sign in and open /operator; set a second factor up first, under Account.`
        : `${address} is no operator any more.`;
    },
  },
  {
    name: 'second-factor',
    summary: 'Remove the second factor of an account whose owner lost it',
    notes: 'Ask first whether it is its owner who wants it: after it the password alone signs in.',
    word: email,
    options: [{ name: 'remove', meaning: 'Has to be given' }],
    run: asking(({ word, values }) => {
      if (!values.has('remove')) throw new UsageError('Expected --remove: nothing else can be done to a second factor');
      return { method: 'POST', path: '/account-acts', body: { email: word, act: 'remove-second-factor' } };
    }),
    print: (answer) => `The second factor was removed. Account ${actedOn.parse(answer).id}.`,
  },
  acting('end-sessions', {
    act: 'end-sessions',
    summary: 'Sign an account out in every browser',
    done: 'All sessions ended. Keys work as before.',
  }),
  acting('delete', {
    act: 'delete',
    summary: 'Delete an account as its owner would',
    notes: 'Its keys end, its credits are gone, and nobody can undo it.',
    done: 'The account was deleted.',
  }),
  {
    name: 'seal',
    summary: 'Seal second factors anew, after SESSION_SECRET was changed',
    notes:
      'Former values are in SESSION_SECRETS_OLD. It may be run again; "npm run keys -- secrets" counts what is left.',
    options: [],
    run: asking(() => ({ method: 'POST', path: '/account-acts/seal-second-factors' })),
    print: (answer) => `${sealedFactors.parse(answer).sealed} second factors were sealed anew.`,
  },
];
