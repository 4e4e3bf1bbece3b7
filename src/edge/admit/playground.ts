/** Who calls from the page at `/`, and how such a call gets in. A page of ours must have sent it. */
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { type SignedIn, signedIn } from '../../accounts/session.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { invalid, Refused } from '../../contract/refusals.ts';
import type { Exchange } from '../exchange.ts';
import { admitHidden } from './admission.ts';
import type { Entrance } from './entrance.ts';
import { byTrial, trialPixels, trialsLeft } from './trial.ts';

/** Which wallet pays; `test` where it says nothing. */
const walletHeader = 'X-Wallet';

/** Somebody who is signed in, and what accounts go by. */
interface Owner {
  readonly who: SignedIn;
  readonly setup: AccountsSetup;
}

/**
 * How a call of the page gets in: by the account of whoever is signed in, else by the trial.
 * @throws Refused 403 where another page sent it
 */
export async function entranceOf(exchange: Exchange): Promise<Entrance> {
  const { request } = exchange;
  const owner = await ownerOf(exchange);
  const subject = owner?.who.sessionId ?? visitorSubject;
  const secret = owner?.setup.secret ?? visitorSecret(exchange);
  await checkSameOrigin(request, request.headers.get('X-CSRF-Token'), subject, secret);
  return owner ? byWallet(owner) : byTrial;
}

/** What the page has to know: its token, who is signed in with which wallets, and what is left of the trial. */
export async function tellSession(exchange: Exchange): Promise<Response> {
  const owner = await ownerOf(exchange);
  const [token, { left, perDay }, account] = await Promise.all([
    owner?.who.csrfToken ?? csrfToken(visitorSubject, visitorSecret(exchange)),
    trialsLeft(exchange),
    owner && accountOf(owner),
  ]);
  return Response.json({ csrf_token: token, account, trial: { left, per_day: perDay, max_pixels: trialPixels } });
}

async function ownerOf({ request, env }: Exchange): Promise<Owner | null> {
  const who = await signedIn(request, env);
  const setup = who && accountsSetup(request, env);
  return setup && { who, setup };
}

/** The account as its owner sees it on the page. */
async function accountOf({ who, setup }: Owner) {
  const wallets = await walletsOf(who.accountId, setup);
  const standings = wallets.map(async ({ type, wallet, hiddenKeyId }) => {
    const standing = await setup.env.LEDGERS.getByName(wallet).standing(hiddenKeyId);
    return { type, credit: standing?.credit ?? 0 };
  });
  return { id: who.accountId, email: who.email, wallets: await Promise.all(standings) };
}

/** A call that a wallet of the account pays. */
function byWallet({ who, setup }: Owner): Entrance {
  return {
    async admit(exchange, operation) {
      const chosen = exchange.request.headers.get(walletHeader) ?? 'test';
      const wallet = (await walletsOf(who.accountId, setup)).find(({ type }) => type === chosen);
      if (!wallet) throw new Refused(invalid(['header', walletHeader], "Expected 'test' or 'live'"));
      return admitHidden(exchange, operation, wallet);
    },
    fetches: true,
    checkPicture() {},
  };
}

/** Visitors need no accounts: where the deployment has none, the secret of its keys signs their token. */
function visitorSecret({ env, settings }: Exchange): string {
  return env.SESSION_SECRET || settings.keyHashSecret;
}
