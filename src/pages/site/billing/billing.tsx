/** `/dashboard/billing`: packs to buy, and what was bought. */
import type { CreditPack } from '../../../contract/settings/billing.ts';
import type { ListedPurchase, PurchaseState } from '../../../money/billing/purchases.ts';
import { Notice } from '../account/fields.tsx';
import { Dashboard } from '../dashboard/frame.tsx';
import type { OwnVisit } from '../visit/visit.tsx';
import { shownDay } from '../writing/dates.ts';
import { inFigures } from '../writing/figures.ts';
import { FromOperator, Packs, price } from './packs.tsx';

/** Where somebody comes to the page from. */
export const origins = ['paid', 'left', 'failed', 'no-invoice'] as const;

export interface BillingProps {
  readonly visit: OwnVisit;
  /** Empty where nothing is sold. */
  readonly packs: readonly CreditPack[];
  readonly purchases: readonly ListedPurchase[];
  /** Whether Stripe makes invoices. */
  readonly hasInvoices: boolean;
  readonly from: (typeof origins)[number] | null;
}

const states: Readonly<Record<PurchaseState, string>> = {
  open: 'Not finished',
  waiting: 'Waiting for the bank',
  paid: 'Paid',
  failed: 'Not paid',
  refused: 'On hold: please write to us',
};

/** The page. */
export function BillingPage({ visit, packs, purchases, hasInvoices, from }: BillingProps) {
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
      {from === 'no-invoice' ? (
        <Notice kind="failed">Stripe gave no invoice of this purchase. Please try again later, or write to us.</Notice>
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
      {purchases.length > 0 ? (
        <Purchases purchases={purchases} hasInvoices={hasInvoices} />
      ) : (
        <p class="note">No purchases yet.</p>
      )}
    </Dashboard>
  );
}

function Purchases({ purchases, hasInvoices }: Pick<BillingProps, 'purchases' | 'hasInvoices'>) {
  return (
    <section class="scroll" tabindex={0} aria-label="Purchases">
      <table class="stacked">
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
            {hasInvoices ? <th scope="col">Invoice</th> : null}
          </tr>
        </thead>
        <tbody>
          {purchases.map(({ sessionId, createdAtMs, state, credits, creditsBack, amount, currency, livemode }) => (
            <tr>
              <th scope="row">{shownDay(createdAtMs)}</th>
              <td data-label="State">
                {states[state]}
                {livemode ? '' : ', test payment'}
              </td>
              <td data-label="Credits" class="number">
                {inFigures(credits)}
              </td>
              <td data-label="Refunded" class={creditsBack === 0 ? 'number none' : 'number'}>
                {creditsBack === 0 ? '–' : inFigures(creditsBack)}
              </td>
              <td data-label="Price" class="number">
                {price(amount, currency)}
              </td>
              {hasInvoices ? (
                <td data-label="Invoice" class={state === 'paid' ? undefined : 'none'}>
                  {state === 'paid' ? <a href={`/dashboard/billing/${sessionId}/invoice`}>Open at Stripe</a> : '–'}
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
