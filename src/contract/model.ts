/** The matte network that a call asks for by name: `model`, where a deployment offers several. */
import { asJson } from './operation.ts';
import { type Option, wrongValue } from './options.ts';
import { namePattern } from './settings/model-name.ts';

/** Of a task that can be asked for one. */
export interface WithModel {
  /** Name or role; absent where the deployment's own matte is meant, and graphics may be cut by colour. */
  readonly model?: string;
}

const meaning =
  'Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out, its own makes it, and graphics on one colour are cut by colour; with a name they are not.';

/** The option of every operation. */
export const model: Option<string | undefined> = {
  meaning,
  values: [],
  schema: { type: 'string', pattern: namePattern.source, examples: ['matte'], description: meaning },
  wrong: [{ problem: 'is not offered', example: 'no such network' }],
  beyondContract: true,
  read(value, name) {
    if (value === undefined) return undefined;
    if (typeof value === 'string' && namePattern.test(value)) return value;
    throw wrongValue(name, `Expected the name of a network that this deployment offers for ${name}`, 'enum');
  },
};

/** @throws Refused 422 where a task asks for a network that is not among those offered */
export function checkModel({ model: asked }: WithModel, offered: readonly string[]): void {
  if (asked === undefined || offered.includes(asked)) return;
  const words = offered.map((word) => `'${word}'`).join(' or ');
  throw wrongValue('model', `Expected ${words} for model but received '${asked}'`, 'enum');
}

/** How a task carries it. */
export const modelOption = asJson<string>();
