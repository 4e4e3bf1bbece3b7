/** Who may call the admin API, and how it refuses. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { invalid, type Refusal, Refused, refusal } from '../../contract/refusals.ts';
import { versionHeader } from '../../contract/service-version.ts';
import { adminTokensOld } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { isAdmin } from './access.ts';
import { type KeysEnv, missingSecrets } from './environment.ts';

const maxBodyBytes = 64 * 1024;

/** Guards the admin API: the token, and what `answerAsAdmin` does. */
export function guard<Bindings extends KeysEnv>(part: Hono<{ Bindings: Bindings }>): void {
  part.use(onlyAdmins());
  answerAsAdmin(part);
}

/**
 * Answers as the admin API does, for calls whose token is checked: the size of bodies, refusals as answers, the version. What else fails
 * is thrown on.
 */
export function answerAsAdmin<Bindings extends Readonly<Record<string, unknown>>>(
  part: Hono<{ Bindings: Bindings }>,
): void {
  part.onError((error, context) => {
    if (error instanceof Refused) return answerRefusal(context, error.refusal);
    throw error;
  });
  part.use(async (context, next) => {
    context.header('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(versionHeader({ ...context.env }))) context.header(name, value);
    await next();
  });
  part.use(bodyLimit({ maxSize: maxBodyBytes, onError: (context) => answerRefusal(context, bodyTooLarge()) }));
}

/** Answers a refusal by the contract's table. */
export function answerRefusal(context: Context, { code, status, body, allow }: Refusal): Response {
  context.header('X-Error-Code', code);
  if (allow) context.header('Allow', allow);
  return context.json(body, status as ContentfulStatusCode);
}

/** Admits the holder of the admin token; without secrets of the deployment nobody. */
function onlyAdmins<Bindings extends KeysEnv>(): MiddlewareHandler<{ Bindings: Bindings }> {
  return async (context, next) => {
    context.header('Cache-Control', 'no-store');
    const missing = missingSecrets(context.env);
    if (missing.length > 0) {
      console.error(`The admin API refuses every call: set ${missing.join(' and ')} as a secret of the deployment.`);
      return answerRefusal(context, refusal('SERVICE_UNAVAILABLE'));
    }
    const older = readSetting(adminTokensOld, context.env);
    if (await isAdmin(context.req.header('Authorization'), context.env.ADMIN_TOKEN, older)) return next();
    context.header('WWW-Authenticate', 'Bearer');
    return answerRefusal(context, refusal('INVALID_ADMIN_TOKEN'));
  };
}

function bodyTooLarge(): Refusal {
  return invalid(['body'], `Expected a body of at most ${maxBodyBytes} bytes`);
}
