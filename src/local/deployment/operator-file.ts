/** The operator's file: what one deployment has of its own, in TOML, outside the tree. `deploy/operator.example.toml` shows all of it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import * as z from 'zod';
import { containerGatewaySettings, gatewaySettings } from '../../contract/settings/gateway.ts';
import { programs } from '../../contract/settings/programs.ts';
import { readSetting, type Settings, SettingsFault } from '../../contract/settings/read.ts';

const { instances } = containerGatewaySettings;

const variables = z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).default({});

const route = z.union([
  z.string(),
  z.strictObject({
    pattern: z.string(),
    custom_domain: z.boolean().optional(),
    zone_name: z.string().optional(),
    zone_id: z.string().optional(),
  }),
]);

const shape = z.strictObject({
  /** In place of CLOUDFLARE_ACCOUNT_ID. */
  account_id: z.string().optional(),
  /** Whether it is the staging beside a deployment, with names of its own. */
  staging: z.boolean().default(false),
  edge: z
    .strictObject({
      /** Of the key directory. */
      database_id: z.string().optional(),
      routes: z.array(route).optional(),
      workers_dev: z.boolean().optional(),
      /** Whether usage is counted, for which a queue has to be there. */
      usage: z.boolean().default(true),
      /** Whether images of `/v1.0/improve` are kept, for which a bucket has to be there. */
      improvements: z.boolean().default(false),
      /** Whether ids of what has ended are listed for a restore, for which a bucket has to be there. */
      ended: z.boolean().default(false),
      /** Whether Analytics Engine samples answers. */
      analytics: z.boolean().default(false),
      vars: variables,
    })
    .prefault({}),
  /** The gateway in front of addresses. */
  gateway: z.strictObject({ vpc_service_id: z.string().optional(), vars: variables }).optional(),
  /** The gateway in front of Cloudflare Containers in its place. */
  containers: z
    .strictObject({
      instance_type: z.string().optional(),
      instances: z.int().min(instances.min).max(instances.max).optional(),
    })
    .optional(),
  /** Files with texts in place of those of the tree, relative to the operator's file. */
  pages: z
    .strictObject({
      terms: z.string().optional(),
      privacy: z.string().optional(),
      accessibility: z.string().optional(),
    })
    .prefault({}),
});

/** What an operator's file says. */
export type Operator = Readonly<z.infer<typeof shape>>;

/** What holds without a file. */
export const noOperator: Operator = shape.parse({});

const settingsOf: Readonly<Record<'edge' | 'gateway', Settings>> = {
  // The pages take what they know of it.
  edge: Object.assign({}, ...programs.edge, ...programs.pages),
  gateway: gatewaySettings,
};

/**
 * Reads an operator's file.
 * @returns its values; the paths of pages are absolute
 * @throws Error in one line, with the file and the entry, where it cannot be read, has an unknown entry or a value that cannot be used
 */
export function readOperatorFile(file: string): Operator {
  const { data, error } = shape.safeParse(parsed(file));
  if (error) throw new Error(`${file}: ${wordsFor(error.issues[0])}`);
  if (data.gateway && data.containers) {
    throw new Error(
      `${file}: Expected [gateway] or [containers] but received both: inference is at addresses or in containers`,
    );
  }
  checkVariables(file, 'edge', data.edge.vars);
  checkVariables(file, 'gateway', data.gateway?.vars ?? {});
  const pages = Object.entries(data.pages).map(([name, page]) => [name, readable(file, `pages.${name}`, page)]);
  return { ...data, pages: Object.fromEntries(pages) };
}

function parsed(file: string): unknown {
  // Of a file of any other name wrangler reads nothing, and says nothing.
  if (!/\.(toml|jsonc?)$/.test(file)) throw new Error(`${file}: Expected a name that ends with .toml`);
  try {
    return readRawConfig({ config: file }, { hideWarnings: true }).rawConfig;
  } catch (cause) {
    const [line] = String(cause instanceof Error ? cause.message : cause).split('\n');
    throw new Error(`${file}: It cannot be read: ${line}`);
  }
}

function wordsFor(issue: z.core.$ZodIssue): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `${place}: ${issue.message}`;
  return `Unknown entry ${[...issue.path, issue.keys[0]].join('.')}. deploy/operator.example.toml shows all that there are`;
}

function checkVariables(file: string, worker: 'edge' | 'gateway', given: Operator['edge']['vars']): void {
  const settings = Object.values(settingsOf[worker]);
  for (const variable of Object.keys(given)) {
    const place = `${file}: ${worker}.vars.${variable}`;
    const setting = settings.find((each) => each.variable === variable);
    if (!setting) throw new Error(`${place} is no variable of this Worker. docs/settings.md lists them`);
    if (setting.kind === 'secret')
      throw new Error(`${place} is a secret. Set it with: wrangler secret put ${variable}`);
    try {
      readSetting(setting, given);
    } catch (cause) {
      if (!(cause instanceof SettingsFault)) throw cause;
      throw new Error(`${file}: ${worker}.vars: ${cause.message}`);
    }
  }
}

/** The path of a text that is there. */
function readable(file: string, entry: string, page: string): string {
  const place = path.resolve(path.dirname(file), page);
  try {
    readFileSync(place);
    return place;
  } catch {
    throw new Error(`${file}: ${entry}: ${place} cannot be read`);
  }
}
