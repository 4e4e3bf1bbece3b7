/** Calls of the page at `/`: who sends them and how they are admitted. They must come from a page of this service. */
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { type SignedIn, signedIn } from '../../accounts/session.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { invalid, Refused } from '../../contract/refusals.ts';
import { sessionSecretsOld } from '../../contract/settings/accounts.ts';
import { readSetting } from '../../contract/settings/read.ts';
import type { Exchange } from '../exchange.ts';
import { admitHidden } from './admission.ts';
import type { AdmissionPolicy } from './admission-policy.ts';
import { byTrial, trialPixels, trialsLeft } from './trial.ts';

/** Names the wallet that pays; `test` if absent. */
const walletHeader = 'X-Wallet';

/** A signed-in person, and what accounts need. */
interface Owner {
  readonly who: SignedIn;
  readonly setup: AccountsSetup;
}

/**
 * How a call of the page is admitted: by the account of a signed-in person, otherwise by the trial.
 * @throws Refused 403 where another page sent it
 */
export async function admissionPolicyOf(exchange: Exchange): Promise<AdmissionPolicy> {
  const { request } = exchange;
  const owner = await ownerOf(exchange);
  const subject = owner?.who.sessionId ?? visitorSubject;
  const secrets = [owner?.setup.secret ?? visitorSecret(exchange), ...formerSecretsOf(exchange)];
  await checkSameOrigin(request, request.headers.get('X-CSRF-Token'), subject, secrets);
  return owner ? byWallet(owner) : byTrial();
}

/** Answers what the page needs: its CSRF token, the account with its wallets, what is left of the trial, and whether addresses are fetched and points taken. */
export async function describeSession(exchange: Exchange): Promise<Response> {
  const owner = await ownerOf(exchange);
  const [token, { left, perDay }, account] = await Promise.all([
    owner?.who.csrfToken ?? csrfToken(visitorSubject, visitorSecret(exchange)),
    trialsLeft(exchange),
    owner && accountOf(owner),
  ]);
  const { env, settings } = exchange;
  return Response.json({
    csrf_token: token,
    account,
    trial: { left, per_day: perDay, max_pixels: trialPixels },
    fetches_addresses: settings.imageUrl && env.FETCHER !== undefined,
    takes_points: settings.matte.pointSegmenter === true,
  });
}

async function ownerOf({ request, env }: Exchange): Promise<Owner | null> {
  const who = await signedIn(request, env);
  const setup = who && accountsSetup(request, env);
  return setup && { who, setup };
}

/** The account as the page shows it. */
async function accountOf({ who, setup }: Owner) {
  const wallets = await walletsOf(who.accountId, setup);
  const credits = wallets.map(async ({ type, wallet, hiddenKeyId }) => {
    const ledger = await setup.env.LEDGERS.getByName(wallet).keyState(hiddenKeyId);
    return { type, credit: ledger?.credit ?? 0 };
  });
  return { id: who.accountId, email: who.email, wallets: await Promise.all(credits) };
}

/** Calls paid by a wallet of the account. */
function byWallet({ who, setup }: Owner): AdmissionPolicy {
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

/** Pages may have been opened under them. */
function formerSecretsOf({ env, settings }: Exchange): readonly string[] {
  return [...readSetting(sessionSecretsOld, { ...env }), ...settings.formerKeyHashSecrets];
}

/** Signs the CSRF tokens of visitors: the secret of keys where the deployment has no accounts. */
function visitorSecret({ env, settings }: Exchange): string {
  return env.SESSION_SECRET || settings.keyHashSecret;
}
