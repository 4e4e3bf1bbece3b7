/** What needs the secret of keys, for those who do not have it. */
import { keyHashSecretsOld } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import type { KeyCalls } from '../../contract/wallets.ts';
import type { LedgerNamespace } from './environment.ts';
import { hintOf } from './format.ts';
import { hexadecimal, hmac } from './hmac.ts';
import { readKeyOfAny, secretMark } from './made-under.ts';
import { addToWallet } from './opening.ts';

interface SecretEnv {
  readonly LEDGERS: Pick<LedgerNamespace, 'getByName'>;
  readonly KEY_HASH_SECRET?: string;
}

/**
 * The calls, for a deployment.
 * @returns each throws where KEY_HASH_SECRET is not set
 */
export function keyCallsOf(env: SecretEnv): KeyCalls {
  const secret = env.KEY_HASH_SECRET ?? '';
  const all = [secret, ...readSetting(keyHashSecretsOld, { ...env })];
  return {
    async makeKey(wallet, terms, keyId) {
      const added = await addToWallet({ ...env, KEY_HASH_SECRET: secret }, wallet, terms, keyId);
      return typeof added === 'string' ? added : { key: added.key, secretMark: await secretMark(secret) };
    },
    async hintIn(text) {
      const made = await readKeyOfAny(text, all);
      return made && hintOf(made.key);
    },
    secretMarks: () => Promise.all(all.map(secretMark)),
    visitorSecrets: () => Promise.all(all.map(async (each) => hexadecimal(await hmac('visitors:', each)))),
  };
}
