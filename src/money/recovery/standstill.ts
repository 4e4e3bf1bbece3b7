/** While a deployment is restored nothing is served: what is written meanwhile would be lost, or of no moment. */
import type { MiddlewareHandler } from 'hono';
import { refusal } from '../../contract/refusals.ts';
import { restoring } from '../../contract/settings/edge.ts';
import { readSetting } from '../../contract/settings/read.ts';
import { answerRefusal } from '../keys/admin-guard.ts';

const retryAfterSeconds = 60;

/** Whether this deployment is being restored. @throws SettingsFault where the variable is neither on nor off */
export function isRestoring(env: object): boolean {
  return readSetting(restoring, { ...env });
}

/** Refuses every call but those of the admin API with 503 while the deployment is being restored. */
export const standstill: MiddlewareHandler = async (context, next) => {
  if (context.req.path.startsWith('/admin/') || !isRestoring(context.env)) return next();
  context.header('Retry-After', String(retryAfterSeconds));
  context.header('Cache-Control', 'no-store');
  return answerRefusal(context, refusal('SERVICE_UNAVAILABLE'));
};
