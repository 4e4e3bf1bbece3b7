/** The commands of `npm run accounts`. */
import { type AdminCommand, asking, type CommandWord } from '../keys/commands.ts';
import { markedAccount } from './answers.ts';

const email: CommandWord = {
  name: 'E-MAIL',
  expected: 'the address of an account that has signed up',
  fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
};

export const commands: readonly AdminCommand[] = [
  {
    name: 'operator',
    summary: 'Let an account see all accounts, give credits, suspend and invite',
    notes: 'The account has to have signed up, and signs in with a second factor to see those pages.',
    word: email,
    options: [{ name: 'remove', meaning: 'No longer' }],
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
];
