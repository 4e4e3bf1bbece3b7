/** `/prices`: what a credit is, and what it costs. */
import type { CreditPack } from '../../../contract/settings/billing.ts';
import { Page, type Visitor } from '../layout/layout.tsx';
import { surroundingsOf } from '../map/page-lists.ts';
import { FromOperator, Packs } from './packs.tsx';

export interface PricesProps {
  /** Its own. */
  readonly address: string;
  readonly visitor: Visitor | null;
  /** Of the forms; null for visitors who are not signed in. */
  readonly token: string | null;
  /** Empty where nothing is sold. */
  readonly packs: readonly CreditPack[];
  readonly supportEmail: string;
  readonly lifetimeDays: number;
}

/** The page. */
export function PricesPage({ address, visitor, token, packs, supportEmail, lifetimeDays }: PricesProps) {
  return (
    <Page
      title="Prices"
      description="One credit is one picture, of any size and any operation. What is not answered is not charged."
      address={address}
      visitor={visitor}
      {...surroundingsOf('public', '/prices')}
    >
      <h1>Prices</h1>
      <p class="lead">One credit is one picture, of any size and any operation. What is not answered is not charged.</p>
      {packs.length > 0 ? (
        <>
          <h2 class="apart">Packs</h2>
          <Packs packs={packs} token={token} />
          <p class="note">You pay on a page of Stripe; no card number comes near this service.</p>
        </>
      ) : (
        <FromOperator supportEmail={supportEmail} />
      )}
      <section class="narrow">
        <h2>What a credit is</h2>
        <ul>
          <li>A call that is answered with a picture costs one credit: cutout, matte or car, 1 megapixel or 100.</li>
          <li>
            A call that is refused or fails costs nothing, a car photo without a car among them, and so does asking for
            the balance: <a href="/docs/failed-calls">what a failed call costs</a>. A cutout in which nothing could be
            kept is answered, says so and costs one credit.
          </li>
          <li>
            A call that you cancel may be charged. Sent again within 24 hours under its{' '}
            <a href="/docs/guide/errors#idempotency-key">Idempotency-Key</a>, it costs nothing more. The{' '}
            <a href="/">playground</a> does that by itself; its trial cannot, and a try that you cancel there may count.
          </li>
          <li>All keys of a wallet spend the same credits; each may have a limit of its own.</li>
          <li>
            Credits last {lifetimeDays.toLocaleString('en-US')} days. New ones renew those that are left, also after
            they have expired.
          </li>
        </ul>
        <h2>Refunds</h2>
        <p>
          A refund takes back credits in proportion, as far as they are unspent. Ask{' '}
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </section>
    </Page>
  );
}
