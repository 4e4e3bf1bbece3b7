/**
 * What is done before the library checks a code. A factor that was sealed under a former value of SESSION_SECRET is sealed anew:
 * the library knows the value of today alone.
 *
 * And a code of a second factor counts once (RFC 6238, section 5.2), also the one that switches the factor on. The library
 * accepts a code again and again while it is valid. So the time step of a code is claimed before the library sees it. A code
 * whose step, or a later one, was claimed before is handed on as a wrong code and counts as one.
 */
import { createOTP } from '@better-auth/utils/otp';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { openFactor, type StoredFactor } from './second-factors.ts';

/** The library's codes, and its tolerance for clocks: a step before and after. */
const stepMs = 30_000;
const digits = 6;
const neighbours = [-1, 0, 1];

/** The calls that need the factor open. */
const totpPath = '/two-factor/verify-totp';
const backupCodePath = '/two-factor/verify-backup-code';

type Setup = Parameters<typeof openFactor>[1];
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** The plugin. It goes before that of the second factor. */
export function codesCountOnce(setup: Setup): BetterAuthPlugin {
  const handler = createAuthMiddleware(async (context) => {
    const accountId = await accountOf(context);
    const factor = accountId === null ? null : await factorOf(accountId, setup);
    if (factor === null) return;
    const secret = await openFactor(factor, setup);
    if (secret === null) throw unreadable(accountId);
    const { path, body } = context;
    if (path !== totpPath || (await isFresh(body?.code, { id: factor.id, secret }, setup.env.DIRECTORY))) return;
    return { context: { body: { ...body, code: '' } } };
  });
  const matcher = ({ path }: { readonly path?: string }) => path === totpPath || path === backupCodePath;
  return { id: 'codes-count-once', hooks: { before: [{ matcher, handler }] } };
}

/** No value of SESSION_SECRET opens it: no code of its owner can be right. */
function unreadable(accountId: string | null): APIError {
  console.error(JSON.stringify({ level: 'error', event: 'second-factor-unreadable', accountId }));
  return new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'The second factor cannot be read' });
}

/** Account of the user who is signed in, else of the one who has given the password; null where there is none. */
async function accountOf(context: HookContext): Promise<string | null> {
  const session = await getSessionFromCtx(context);
  if (session) return session.user.id;
  const { createAuthCookie, internalAdapter, secret } = context.context;
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret);
  return challenge ? ((await internalAdapter.findVerificationValue(challenge))?.value ?? null) : null;
}

/** The second factor of an account; null where it has none. */
function factorOf(accountId: string, { env }: Setup): Promise<StoredFactor | null> {
  return env.DIRECTORY.prepare('SELECT id, secret, backupCodes FROM second_factors WHERE userId = ?')
    .bind(accountId)
    .first<StoredFactor>();
}

/** Claims the step of a code. False where the code is a used one; a wrong code is left to the library. */
async function isFresh(
  code: unknown,
  { id, secret }: { readonly id: string; readonly secret: string },
  directory: D1Database,
): Promise<boolean> {
  const generator = createOTP(secret, { digits });
  const now = Math.floor(Date.now() / stepMs);
  for (const step of neighbours.map((distance) => now + distance)) {
    if ((await generator.hotp(step)) === code) return claim(id, step, directory);
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
