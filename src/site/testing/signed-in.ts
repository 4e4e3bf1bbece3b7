/** A browser that is signed in, for tests. */
import { accountsAdmin } from '../../accounts/admin.ts';
import type { AccountsEnv } from '../../accounts/environment.ts';
import { signedIn } from '../../accounts/session.ts';
import type { KeysEnv } from '../../keys/environment.ts';
import { pages } from '../pages.ts';

const password = 'Umbrella-weather-in-Oslo';

export interface Browser {
  readonly accountId: string;
  readonly email: string;
  /** As the header `Cookie` has it. */
  readonly cookie: string;
  /** For the field `csrf` of forms. */
  readonly token: string;
}

/** Makes an account and signs in. @param base where the service is, as in `https://cutouts.example.org` */
export async function signedInBrowser(
  base: string,
  bindings: KeysEnv & AccountsEnv & { readonly ASSETS: Fetcher },
): Promise<Browser> {
  const email = `${crypto.randomUUID()}@example.org`;
  const made = await accountsAdmin.request(
    `${base}/`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${bindings.ADMIN_TOKEN}` },
      body: JSON.stringify({ email, password }),
    },
    bindings,
  );
  if (made.status !== 201) throw new Error(`No account was made: ${await made.text()}`);
  const page = await pages.request(`${base}/sign-in`, {}, bindings);
  const [, csrf] = /name="csrf" value="([0-9a-f]+)"/.exec(await page.text()) ?? [];
  const form = { method: 'POST', headers: { Origin: base }, body: new URLSearchParams({ csrf, email, password }) };
  const entered = await pages.request(`${base}/sign-in`, form, bindings);
  const cookie = entered.headers
    .getAll('Set-Cookie')
    .map((each) => each.split(';')[0])
    .join('; ');
  const who = await signedIn(new Request(base, { headers: { Cookie: cookie } }), bindings);
  if (!who) throw new Error(`The sign-in was answered ${entered.status}`);
  return { accountId: who.accountId, email, cookie, token: who.csrfToken };
}
