/** Packs of credits, each with its form; or how to get credits where none are sold. */
import type { CreditPack } from '../../../contract/settings/billing.ts';
import { fractionDigits } from '../../../contract/settings/billing.ts';
import { Token } from '../account/fields.tsx';

/** €9.00; @param amount in the smallest unit of the currency */
export function price(amount: number, currency: string): string {
  const value = amount / 10 ** (fractionDigits(currency) ?? 2);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
}

/** What one credit costs in a pack, to a tenth of the smallest unit. */
function priceOfOne({ amount, credits, currency }: CreditPack): string {
  const digits = (fractionDigits(currency) ?? 2) + 1;
  const value = amount / credits / 10 ** (digits - 1);
  return new Intl.NumberFormat('en', { style: 'currency', currency, maximumFractionDigits: digits }).format(value);
}

interface PacksProps {
  readonly packs: readonly CreditPack[];
  /** Of the forms; null for visitors who are not signed in, who are led to the sign-up. */
  readonly token: string | null;
}

/** The packs that are sold. */
export function Packs({ packs, token }: PacksProps) {
  return (
    <ul class="cards packs">
      {packs.map((pack) => (
        <li class="card">
          <h3>{pack.credits.toLocaleString('en-US')} credits</h3>
          <p class="figure">{price(pack.amount, pack.currency)}</p>
          <p class="note">{priceOfOne(pack)} a picture</p>
          {token === null ? (
            <a class="button" href="/sign-up">
              Sign up to buy
            </a>
          ) : (
            <form method="post" action="/billing/checkout">
              <Token token={token} />
              <button type="submit" name="credits" value={String(pack.credits)}>
                Buy {pack.credits.toLocaleString('en-US')}
                <span class="apart"> credits for {price(pack.amount, pack.currency)}</span>
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How to get credits where none are sold. */
export function FromOperator({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <div class="notice">
      <p>
        <strong>Credits come from the operator of this service.</strong>
      </p>
      <p>
        Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and name the e-mail address of your account.
      </p>
    </div>
  );
}
