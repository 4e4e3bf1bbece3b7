/** How long the request log is kept. */
import { accountSettings } from '../../contract/settings/accounts.ts';
import { readSetting } from '../../contract/settings/read.ts';

/** Days that calls are kept in the request log; 0 keeps none. @throws SettingsFault */
export function requestLogDays(env: object): number {
  return readSetting(accountSettings.requestLogDays, { ...env });
}
