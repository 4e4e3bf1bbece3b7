/**
 * Passes as parameters of a model: `passes.closeUp.whenSmaller` is `close_up_pass_when_smaller`, and a model has the name of what it
 * belongs to: `low_pass_chooser`. Our servers have them in the metadata, Triton in the model's configuration, where every value is a
 * text inside an object.
 */
import * as z from 'zod';
import { type Passes, servedPasses } from './declaration.ts';
import { withCurrentNames, withFormerNames } from './former-names.ts';

type PassParameters = Readonly<Record<string, string | number>>;

/** Passes cannot be read. The message names the parameter. */
class PassFault extends Error {
  override readonly name = 'PassFault';
}

/** Parameters for a server that has these passes, under their former names too. */
export function parametersOf(passes: Passes | undefined): PassParameters {
  return withFormerNames(Object.fromEntries(flat(passes ?? {}, [])));
}

/**
 * Reads them back, as plain values or as Triton wraps them.
 * @throws PassFault where a pass lacks what belongs to it, or has it in another form
 */
export function passesFrom(parameters: Readonly<Record<string, unknown>>): Passes {
  const given = withCurrentNames(
    Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, plain(value)])),
  );
  const read = servedPasses.safeParse(membersFrom(servedPasses, [], given));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = parameterAt(issue?.path.map(String) ?? []);
  const isMissing = given[name] === undefined;
  throw new PassFault(isMissing ? `The model has no ${name}` : `The model has a malformed ${name}: ${issue?.message}`);
}

/** The name of the parameter for a member, such as `['closeUp', 'whenSmaller']`. */
function parameterAt([pass, ...members]: readonly string[]): string {
  const own = members.filter((member) => member !== 'model');
  return [pass, 'pass', ...own].join('_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function flat(value: object, path: readonly string[]): [name: string, value: string | number][] {
  return Object.entries(value).flatMap(([member, inner]): [string, string | number][] => {
    const there = [...path, member];
    if (typeof inner === 'object') return flat(inner, there);
    return inner === undefined ? [] : [[parameterAt(there), inner]];
  });
}

/** The members of an object that the parameters have. */
function membersFrom(
  schema: z.ZodObject,
  path: readonly string[],
  parameters: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const found = Object.entries(schema.shape).map(([member, described]) => {
    const there = [...path, member];
    const kind = described instanceof z.ZodOptional ? described.unwrap() : described;
    return [member, kind instanceof z.ZodObject ? objectFrom(kind, there, parameters) : leaf(there, parameters)];
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** Undefined where its first member is. */
function objectFrom(schema: z.ZodObject, path: readonly string[], parameters: Readonly<Record<string, unknown>>) {
  const members = membersFrom(schema, path, parameters);
  const [first] = Object.keys(schema.shape);
  return members[first] === undefined ? undefined : members;
}

/** Texts are models' names, or numbers as Triton writes them. */
function leaf(path: readonly string[], parameters: Readonly<Record<string, unknown>>): unknown {
  const value = parameters[parameterAt(path)];
  return typeof value === 'string' && path.at(-1) !== 'model' ? Number(value) : value;
}

/** Undefined where there is nothing. */
function plain(value: unknown): unknown {
  const inner = typeof value === 'object' && value !== null && 'string_value' in value ? value.string_value : value;
  return inner === '' ? undefined : inner;
}
