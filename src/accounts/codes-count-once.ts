/**
 * A code of a second factor counts once (RFC 6238, section 5.2), also the one that switches the factor on. The library
 * accepts a code again and again while it is valid. So the time step of a code is claimed before the library sees it. A code
 * whose step, or a later one, was claimed before is handed on as a wrong code and counts as one.
 */
import { createOTP } from '@better-auth/utils/otp';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';

/** The library's codes, and its tolerance for clocks: a step before and after. */
const stepMs = 30_000;
const digits = 6;
const neighbours = [-1, 0, 1];

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The plugin. It goes before that of the second factor. */
export function codesCountOnce(directory: D1Database): BetterAuthPlugin {
  const handler = createAuthMiddleware(async (context) => {
    const accountId = await accountOf(context);
    if (accountId === null || (await isFresh(context.body?.code, accountId, context, directory))) return;
    return { context: { body: { ...context.body, code: '' } } };
  });
  const matcher = ({ path }: { readonly path?: string }) => path === '/two-factor/verify-totp';
  return { id: 'codes-count-once', hooks: { before: [{ matcher, handler }] } };
}

/** Account of the user who is signed in, else of the one who has given the password; null where there is none. */
async function accountOf(context: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { createAuthCookie, internalAdapter, secret } = context.context;
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  return challenge ? ((await internalAdapter.findVerificationValue(challenge))?.value ?? null) : null;
}

/** Claims the step of a code. False where the code is a used one; a wrong code is left to the library. */
async function isFresh(
  code: unknown,
  accountId: string,
  context: HookContext,
  directory: D1Database,
): Promise<boolean> {
  const factor = await directory
    .prepare('SELECT id, secret FROM second_factors WHERE userId = ?')
    .bind(accountId)
    .first<{ id: string; secret: string }>();
  if (!factor) return true;
  const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: factor.secret });
  const generator = createOTP(secret, { digits });
  const now = Math.floor(Date.now() / stepMs);
  for (const step of neighbours.map((distance) => now + distance)) {
    if ((await generator.hotp(step)) === code) return claim(factor.id, step, directory);
  }
  return true;
}

async function claim(factorId: string, step: number, directory: D1Database): Promise<boolean> {
  const { meta } = await directory
    .prepare('UPDATE second_factors SET lastStep = ?1 WHERE id = ?2 AND (lastStep IS NULL OR lastStep < ?1)')
    .bind(step, factorId)
    .run();
  return meta.changes === 1;
}
