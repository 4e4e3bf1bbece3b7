/** `/dashboard/billing`: packs to buy, and what was bought. */
import type { ListedPurchase, PurchaseState } from '../../billing/purchases.ts';
import type { CreditPack } from '../../contract/settings/billing.ts';
import { Notice } from '../account/fields.tsx';
import { Dashboard } from '../dashboard/frame.tsx';
import { shownDay } from '../dates.ts';
import { inFigures } from '../usage/words.ts';
import type { OwnVisit } from '../visit.tsx';
import { FromOperator, Packs, price } from './packs.tsx';

export interface BillingProps {
  readonly visit: OwnVisit;
  /** Empty where nothing is sold. */
  readonly packs: readonly CreditPack[];
  readonly purchases: readonly ListedPurchase[];
  /** Where the buyer comes from. */
  readonly from: 'paid' | 'left' | 'failed' | null;
}

const states: Readonly<Record<PurchaseState, string>> = {
  open: 'Not finished',
  waiting: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Not paid',
  refused: 'On hold: please write to us',
};

/** The page. */
export function BillingPage({ visit, packs, purchases, from }: BillingProps) {
  return (
    <Dashboard visit={visit} title="Billing" page="/dashboard/billing">
      <h1>Billing</h1>
      {from === 'paid' ? (
        <Notice kind="done">
          Thank you. Credits are in your live wallet as soon as the payment is confirmed, mostly within seconds.
        </Notice>
      ) : null}
      {from === 'left' ? <Notice kind="plain">You left the checkout. Nothing was charged.</Notice> : null}
      {from === 'failed' ? (
        <Notice kind="failed">The checkout could not be opened. Nothing was charged; please try again.</Notice>
      ) : null}
      <h2>Buy credits</h2>
      {packs.length > 0 ? (
        <>
          <p class="note">
            Credits go to your live wallet. You pay on a page of Stripe. <a href="/prices">What a credit is</a>
          </p>
          <Packs packs={packs} token={visit.token} />
        </>
      ) : (
        <FromOperator supportEmail={visit.setup.supportEmail} />
      )}
      <h2>Purchases</h2>
      {purchases.length > 0 ? <Purchases purchases={purchases} /> : <p>No purchases yet.</p>}
    </Dashboard>
  );
}

function Purchases({ purchases }: { readonly purchases: readonly ListedPurchase[] }) {
  return (
    <section class="scroll" tabindex={0} aria-label="Purchases">
      <table>
        <thead>
          <tr>
            <th scope="col">Date (UTC)</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Credits
            </th>
            <th scope="col" class="number">
              Refunded
            </th>
            <th scope="col" class="number">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {purchases.map(({ createdAtMs, state, credits, creditsBack, amount, currency, livemode }) => (
            <tr>
              <th scope="row">{shownDay(createdAtMs)}</th>
              <td>
                {states[state]}
                {livemode ? '' : ', test payment'}
              </td>
              <td class="number">{inFigures(credits)}</td>
              <td class="number">{creditsBack === 0 ? '–' : inFigures(creditsBack)}</td>
              <td class="number">{price(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
