/** What the script of the page asks: who is there, and what admits a call. Answered as JSON, refusals too. */
import type { Context } from 'hono';
import { processingOperations } from '../../../contract/operations.ts';
import type { HiddenKey } from '../../../contract/playground.ts';
import { invalid, Refused, refusal } from '../../../contract/refusals.ts';
import { sessionSecretsOld } from '../../../contract/settings/accounts.ts';
import { edgeSettings } from '../../../contract/settings/edge.ts';
import { readSetting } from '../../../contract/settings/read.ts';
import { answerRefusal } from '../../../money/keys/admin-guard.ts';
import { addressOf } from '../../../pixels/bounds/address.ts';
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { type SignedIn, signedIn } from '../../accounts/session.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { secured } from '../layout/policies.ts';
import type { Visited } from '../visit/visit.tsx';

/** Names the wallet that pays; `test` if absent. */
const walletHeader = 'X-Wallet';

/** A signed-in person, and what accounts need. */
interface Owner {
  readonly who: SignedIn;
  readonly setup: AccountsSetup;
}

type PageContext = Context<Visited>;

/** Answers what the page needs: its CSRF token, the account with its wallets, what is left of the trial, and whether addresses are fetched and points taken. */
export async function giveSession(context: PageContext): Promise<Response> {
  const owner = await ownerOf(context);
  const [token, state, account] = await Promise.all([
    owner?.who.csrfToken ?? visitorToken(context),
    context.env.PLAYGROUND.state(visitorAddress(context)),
    owner && accountOf(owner),
  ]);
  const { left, perDay, maxPixels } = state.trial;
  return own(
    context.json({
      csrf_token: token,
      account,
      trial: { left, per_day: perDay, max_pixels: maxPixels },
      fetches_addresses: state.fetchesAddresses,
      takes_points: state.takesPoints,
    }),
  );
}

/**
 * Answers what admits one call of an operation: paid by a wallet of the signed-in person, otherwise by the trial. Only a page of
 * this service gets it, for its own person.
 */
export async function giveAdmission(context: PageContext): Promise<Response> {
  try {
    return own(context.json({ admission: await admissionFor(context) }));
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    return own(answerRefusal(context, failure.refusal));
  }
}

/** @throws Refused 403 where another page asks, 404 where there is no such operation, 422 where there is no such wallet */
async function admissionFor(context: PageContext): Promise<string> {
  const { raw } = context.req;
  const owner = await ownerOf(context);
  const secrets = owner ? [owner.setup.secret, ...owner.setup.formerSecrets] : await secretsOfVisitors(context);
  await checkSameOrigin(raw, raw.headers.get('X-CSRF-Token'), owner?.who.sessionId ?? visitorSubject, secrets);
  const asked = context.req.param('operation');
  const operation = processingOperations.find(({ name }) => name === asked);
  if (!operation) throw new Refused(refusal('NOT_FOUND'));
  const payer = owner && (await chosenWallet(raw, owner));
  return context.env.PLAYGROUND.admission({ operation: operation.name, payer, address: visitorAddress(context) });
}

async function ownerOf({ req, env }: PageContext): Promise<Owner | null> {
  const who = await signedIn(req.raw, env);
  const setup = who && accountsSetup(req.raw, env);
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

async function chosenWallet({ headers }: Request, { who, setup }: Owner): Promise<HiddenKey> {
  const chosen = headers.get(walletHeader) ?? 'test';
  const found = (await walletsOf(who.accountId, setup)).find(({ type }) => type === chosen);
  if (!found) throw new Refused(invalid(['header', walletHeader], "Expected 'test' or 'live'"));
  return { wallet: found.wallet, hiddenKeyId: found.hiddenKeyId };
}

function visitorAddress({ req, env }: PageContext): string {
  return addressOf(req.raw.headers, readSetting(edgeSettings.trustedAddressHeader, { ...env }) ?? null);
}

async function visitorToken(context: PageContext): Promise<string> {
  const [secret] = await secretsOfVisitors(context);
  return csrfToken(visitorSubject, secret);
}

/** They sign the CSRF tokens of visitors, the first one those of today: what the API has for it where the deployment has no accounts. */
async function secretsOfVisitors({ env }: PageContext): Promise<readonly string[]> {
  const former = readSetting(sessionSecretsOld, { ...env });
  return env.SESSION_SECRET ? [env.SESSION_SECRET, ...former] : [...(await env.KEYS.visitorSecrets()), ...former];
}

function own(answer: Response): Response {
  const kept = secured(answer, 'other');
  kept.headers.set('Cache-Control', 'no-store');
  return kept;
}
