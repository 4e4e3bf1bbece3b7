/** What the script of the page asks: who is there, and what admits a call. Answered as JSON, refusals too. */
import type { Context } from 'hono';
import { checkSameOrigin, csrfToken, visitorSubject } from '../../accounts/csrf.ts';
import { type AccountsSetup, accountsSetup } from '../../accounts/environment.ts';
import { type SignedIn, signedIn } from '../../accounts/session.ts';
import { walletsOf } from '../../accounts/wallets.ts';
import { addressOf } from '../../bounds/address.ts';
import { processingOperations } from '../../contract/operations.ts';
import type { HiddenKey, PlaygroundCalls } from '../../contract/playground.ts';
import { invalid, Refused, refusal } from '../../contract/refusals.ts';
import { sessionSecretsOld } from '../../contract/settings/accounts.ts';
import { edgeSettings, keyHashSecretsOld } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { answerRefusal } from '../../keys/admin-guard.ts';
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
    owner?.who.csrfToken ?? csrfToken(visitorSubject, secretsOfVisitors(context)[0]),
    apiOf(context).state(visitorAddress(context)),
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
  const secrets = owner ? [owner.setup.secret, ...owner.setup.formerSecrets] : secretsOfVisitors(context);
  await checkSameOrigin(raw, raw.headers.get('X-CSRF-Token'), owner?.who.sessionId ?? visitorSubject, secrets);
  const asked = context.req.param('operation');
  const operation = processingOperations.find(({ name }) => name === asked);
  if (!operation) throw new Refused(refusal('NOT_FOUND'));
  const payer = owner && (await chosenWallet(raw, owner));
  return apiOf(context).admission({ operation: operation.name, payer, address: visitorAddress(context) });
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

/** They sign the CSRF tokens of visitors, the first one those of today: the secrets of keys where the deployment has no accounts. */
function secretsOfVisitors({ env }: PageContext): readonly string[] {
  const variables = { ...env };
  const former = [...readSetting(sessionSecretsOld, variables), ...readSetting(keyHashSecretsOld, variables)];
  return [env.SESSION_SECRET || (env.KEY_HASH_SECRET ?? ''), ...former];
}

/** The API's entrypoint, within the same Worker. */
function apiOf({ executionCtx }: PageContext): PlaygroundCalls {
  const { Playground } = executionCtx.exports as { readonly Playground: PlaygroundCalls };
  return Playground;
}

function own(answer: Response): Response {
  const kept = secured(answer, 'other');
  kept.headers.set('Cache-Control', 'no-store');
  return kept;
}
