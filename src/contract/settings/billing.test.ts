import { expect, test } from 'vitest';
import { billingSettings } from './billing.ts';
import { readSetting } from './read.ts';

const packsOf = (text: string) => readSetting(billingSettings.creditPacks, { CREDIT_PACKS: text });

test.each([
  ['', []],
  ['100 for 9.00 EUR', [{ credits: 100, amount: 900, currency: 'eur' }]],
  ['100 for 9 EUR', [{ credits: 100, amount: 900, currency: 'eur' }]],
  ['50 for 500 JPY', [{ credits: 50, amount: 500, currency: 'jpy' }]],
  [
    ' 1 for 0.50 USD , 500 for 39.90 USD ',
    [
      { credits: 1, amount: 50, currency: 'usd' },
      { credits: 500, amount: 3990, currency: 'usd' },
    ],
  ],
])('%j are packs', (text, packs) => {
  expect(packsOf(text)).toEqual(packs);
});

test.each([
  '100',
  '100 for 9.0 EUR',
  '100 for 9.000 EUR',
  '100 for 9,00 EUR',
  '100 for 9.00 EURO',
  '100 for 9.00 XQQ',
  '100 for 9.00 eur',
  '100 for 500.00 JPY',
  '100 for 500 ISK',
  '0 for 9.00 EUR',
  '100 for 0.00 EUR',
  '-1 for 9.00 EUR',
  '100 for 9.00 EUR,',
  '100 for 9.00 EUR, 100 for 8.00 EUR',
])('%j are none', (text) => {
  expect(() => packsOf(text)).toThrow('for CREDIT_PACKS');
});
