/** What `npm run deploy` refuses before it builds anything. */
import { isLoopback } from '../../contract/loopback.ts';
import { gatewaySettings } from '../../contract/settings/gateway.ts';
import { readSetting, type Variables } from '../../contract/settings/read.ts';
import { testSettings } from '../../contract/settings/tests-alone.ts';
import { type Configuration, databaseIdOf, type WorkerName } from './merge.ts';

/**
 * Checks that nothing is set that is for tests alone.
 * @param places variables by where they are set, in words: `the shell`
 * @throws Error that names the first one and its place
 */
export function checkDeployable(places: Readonly<Record<string, Variables>>): void {
  for (const [place, variables] of Object.entries(places)) {
    for (const { variable } of Object.values(testSettings)) {
      if (variables[variable] === undefined) continue;
      throw new Error(`${variable} is for tests alone and never deployed. Remove it from ${place}`);
    }
  }
}

/**
 * Checks that what every deployment has of its own was given: without the operator's file one would take the place of what runs.
 * @throws Error that names what is missing
 */
export function checkGiven({ edge, gateway, pages }: Readonly<Record<WorkerName, Configuration>>): void {
  if ([edge, pages].some((worker) => databaseIdOf(worker) === null)) {
    const [{ database_name } = { database_name: '' }] = edge.d1_databases ?? [];
    throw new Error(
      `Expected database_id under [edge] of the operator's file (--operator FILE): npx wrangler d1 create ${database_name} prints it`,
    );
  }
  if (gateway.containers || gateway.vpc_services) return;
  const { inferenceUrls } = gatewaySettings;
  const urls = readSetting(inferenceUrls, gateway.vars ?? {}) ?? [];
  const here = urls.find((url) => isLoopback(new URL(url).hostname));
  if (here === undefined) return;
  throw new Error(
    `Expected an address that Cloudflare reaches for ${inferenceUrls.variable} under [gateway.vars] of the operator's file but received ${here}`,
  );
}
