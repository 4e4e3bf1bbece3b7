/** The key that makes the first curl line work: made once, on this machine alone. */
import { keyHashSecretsOld } from '../contract/settings/edge.ts';
import { readSetting } from '../contract/settings/read.ts';
import { readKeyOfAny } from '../money/keys/made-under.ts';
import type { LocalState } from './local-state.ts';

const credits = 1000;
const ratePerMinute = 300;

/** Forgets a demo key of a layout that has ended; `demoKey` then makes a new one. Called before the service starts. */
export async function endOldDemoKey(state: LocalState, say: (line: string) => void): Promise<void> {
  const kept = state.demoKey();
  if (!kept) return;
  const { KEY_HASH_SECRET, KEY_HASH_SECRETS_OLD = '' } = state.secrets();
  const former = readSetting(keyHashSecretsOld, { KEY_HASH_SECRETS_OLD });
  if (await readKeyOfAny(kept, [KEY_HASH_SECRET, ...former])) return;
  state.forgetDemoKey();
  say('Keys made before this version have ended, the demo key among them; a new demo key is made.');
}

/**
 * The demo key of this state folder; made through the admin API at the first call.
 * @throws Error when the service refuses to make it
 */
export async function demoKey(base: string, state: LocalState): Promise<string> {
  const kept = state.demoKey();
  if (kept) return kept;
  const answer = await fetch(`${base}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${state.secrets().ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'test', credits, rate_per_minute: ratePerMinute, label: 'demo' }),
  });
  if (!answer.ok) throw new Error(`The demo key was not made: ${answer.status} ${await answer.text()}`);
  const { key } = (await answer.json()) as { key: string };
  state.keepDemoKey(key);
  return key;
}
