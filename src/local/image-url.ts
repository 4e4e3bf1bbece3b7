/** Whether `npm run dev` takes an `image_url`: `wrangler dev` sets no network, so a name may lead to private addresses there. */
import { devSettings } from '../contract/settings/local.ts';
import { readSetting, type Variables } from '../contract/settings/read.ts';

/**
 * The variables for the edge, and a line for the person.
 * @param environment of the command
 */
export function imageUrlInDev(environment: Variables): {
  readonly variables: Readonly<Record<string, string>>;
  readonly line: string;
} {
  if (readSetting(devSettings.fetchPrivate, environment)) {
    return {
      variables: {},
      line: 'FETCH_PRIVATE=on: names that callers send as image_url may lead to private addresses',
    };
  }
  return {
    variables: { IMAGE_URL: 'off' },
    line: 'image_url is refused here, for names may lead to private addresses; npm start takes it, or FETCH_PRIVATE=on',
  };
}
