/** Who the page is shown to, as the service says it: the token of its calls, the account's wallets, the trial. */

/** What a wallet can spend. */
export interface PageWallet {
  readonly type: string;
  readonly credit: number;
}

export interface PageSession {
  readonly csrfToken: string;
  /** Null for visitors who are not signed in. */
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly wallets: readonly PageWallet[];
  } | null;
  readonly trial: { readonly left: number; readonly perDay: number; readonly maxPixels: number };
  /** Whether photos are fetched from addresses; never for the trial. */
  readonly fetchesAddresses: boolean;
  /** Whether a result can be mended by points. */
  readonly takesPoints: boolean;
}

/** Asks who is there. @throws Error where the service does not say */
export async function askSession(): Promise<PageSession> {
  const response = await fetch('/playground/session', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`The session was answered ${response.status}`);
  const said = await response.json();
  const { csrf_token: csrfToken, account, trial } = said;
  const { left, per_day: perDay, max_pixels: maxPixels } = trial;
  return {
    csrfToken,
    account,
    trial: { left, perDay, maxPixels },
    fetchesAddresses: said.fetches_addresses === true,
    takesPoints: said.takes_points === true,
  };
}
