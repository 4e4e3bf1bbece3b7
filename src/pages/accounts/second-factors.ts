/** Second factors in the directory: encrypted under SESSION_SECRET, and sealed anew when that has another value. */
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { AccountsSetup } from './environment.ts';

export type Sealing = Pick<AccountsSetup, 'secret' | 'formerSecrets'>;
type Setup = Sealing & { readonly env: Pick<AccountsSetup['env'], 'DIRECTORY'> };

export interface StoredFactor {
  readonly id: string;
  readonly secret: string;
  readonly backupCodes: string;
}

/** Rows that are worked on at once. */
const pageRows = 200;

/**
 * The secret of a second factor, in clear text. One that was sealed under a former value is sealed under the one of today, codes
 * included.
 * @returns null where no value opens it
 */
export async function openFactor(factor: StoredFactor, setup: Setup): Promise<string | null> {
  const place = await placeOf(factor, setup);
  if (place === null) return null;
  const key = [setup.secret, ...setup.formerSecrets][place];
  if (place > 0) await sealAnew(factor, key, setup);
  return symmetricDecrypt({ key, data: factor.secret });
}

/** How many second factors need which value of SESSION_SECRET. */
export interface FactorCounts {
  /** For the value of today and each former one, in their order. */
  readonly byValue: readonly number[];
  /** Those that no value opens: their owners cannot sign in. */
  readonly lost: number;
}

/** Counts all second factors. */
export async function countFactors(setup: Setup): Promise<FactorCounts> {
  const byValue = [setup.secret, ...setup.formerSecrets].map(() => 0);
  let lost = 0;
  await eachFactor(setup, async (factor) => {
    const place = await placeOf(factor, setup);
    if (place === null) lost += 1;
    else byValue[place] += 1;
  });
  return { byValue, lost };
}

/** Seals all under the value of today that a former one opens. @returns how many it were */
export async function sealAllAnew(setup: Setup): Promise<number> {
  let sealed = 0;
  await eachFactor(setup, async (factor) => {
    const place = await placeOf(factor, setup);
    if (place === null || place === 0) return;
    if (await sealAnew(factor, setup.formerSecrets[place - 1], setup)) sealed += 1;
  });
  return sealed;
}

/** The place of the value that opens a factor, 0 for that of today; null where none does. */
async function placeOf({ secret: data }: StoredFactor, { secret, formerSecrets }: Sealing): Promise<number | null> {
  for (const [place, key] of [secret, ...formerSecrets].entries()) {
    try {
      await symmetricDecrypt({ key, data });
      return place;
    } catch {
      // Another value may open it.
    }
  }
  return null;
}

/** @returns false where the factor was changed meanwhile: it is sealed under the value of today then, or gone */
async function sealAnew(factor: StoredFactor, former: string, { secret, env }: Setup): Promise<boolean> {
  const anew = async (data: string) =>
    symmetricEncrypt({ key: secret, data: await symmetricDecrypt({ key: former, data }) });
  const { meta } = await env.DIRECTORY.prepare(
    'UPDATE second_factors SET secret = ?1, backupCodes = ?2 WHERE id = ?3 AND secret = ?4 AND backupCodes = ?5',
  )
    .bind(await anew(factor.secret), await anew(factor.backupCodes), factor.id, factor.secret, factor.backupCodes)
    .run();
  return meta.changes === 1;
}

async function eachFactor({ env }: Setup, work: (factor: StoredFactor) => Promise<void>): Promise<void> {
  for (let after = ''; ; ) {
    const { results } = await env.DIRECTORY.prepare(
      'SELECT id, secret, backupCodes FROM second_factors WHERE id > ? ORDER BY id LIMIT ?',
    )
      .bind(after, pageRows)
      .all<StoredFactor>();
    for (const factor of results) await work(factor);
    const last = results.at(-1);
    if (!last) return;
    after = last.id;
  }
}
