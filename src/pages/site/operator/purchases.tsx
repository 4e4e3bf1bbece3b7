/** What an account bought, as operators see it: with Stripe's name of each, by which money is refunded there. */
import type { ListedPurchase } from '../../../money/billing/purchases.ts';
import { price } from '../billing/packs.tsx';
import { inFigures } from '../writing/figures.ts';
import { Moment } from './frame.tsx';

/** The purchases, newest first. */
export function Purchases({ purchases }: { readonly purchases: readonly ListedPurchase[] }) {
  if (purchases.length === 0) return <p>This account has bought nothing.</p>;
  return (
    <div class="scroll" tabindex={0}>
      <table>
        <caption>Money is refunded in Stripe; the credits then go back by themselves.</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Credits
            </th>
            <th scope="col" class="number">
              Gone back
            </th>
            <th scope="col" class="number">
              Price
            </th>
            <th scope="col">Checkout in Stripe</th>
          </tr>
        </thead>
        <tbody>
          {purchases.map(({ sessionId, state, createdAtMs, credits, creditsBack, amount, currency, livemode }) => (
            <tr>
              <td>
                <Moment ms={createdAtMs} />
              </td>
              <td>
                {state}
                {livemode ? '' : ', test payment'}
              </td>
              <td class="number">{inFigures(credits)}</td>
              <td class="number">{inFigures(creditsBack)}</td>
              <td class="number">{price(amount, currency)}</td>
              <td>
                <code>{sessionId}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
