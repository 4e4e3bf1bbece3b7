/** Which of an account's keys a page is of: how a form asks for them, and what is then asked of the directory. */
import type { KeyType } from '../../../money/keys/format.ts';

/** `all`, the type of a wallet, or the id of a key. */
export type KeyChoice = string;

/** Names of an account's keys by id, as `keyNamesOf` has them. */
type KeyNames = ReadonlyMap<string, string>;

/** Reads what a form asked for; what it cannot ask for is all. */
export function keyChoiceOf(given: string | undefined, names: KeyNames): KeyChoice {
  return given !== undefined && (isType(given) || names.has(given)) ? given : 'all';
}

/** The wallets of a choice, and its key where it is a single one. */
export function keysOf<Wallet extends { readonly type: KeyType }>(
  choice: KeyChoice,
  wallets: readonly Wallet[],
): { readonly wallets: readonly Wallet[]; readonly keyId?: string } {
  if (isType(choice)) return { wallets: wallets.filter(({ type }) => type === choice) };
  return choice === 'all' ? { wallets } : { wallets, keyId: choice };
}

/** The field of a form. */
export function KeySelect({ choice, names }: { readonly choice: KeyChoice; readonly names: KeyNames }) {
  const keys = [['all', 'All keys'], ['live', 'All live keys'], ['test', 'All test keys'], ...names] as const;
  return (
    <label>
      <span class="apart">Keys</span>
      <select name="key">
        {keys.map(([value, name]) => (
          <option value={value} selected={value === choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function isType(choice: string): choice is KeyType {
  return choice === 'live' || choice === 'test';
}
