/** Parses requests by a schema, or refuses them. */
import type * as z from 'zod';
import { invalid, Refused, refusal, type ValidationItem } from '../../contract/refusals.ts';

/** Longest `detail` array: a body full of mistakes gets a short answer all the same. */
const maxItems = 16;
const maxShownLength = 60;

/**
 * Reads a JSON body against a schema.
 * @throws Refused with 400 when the text is no JSON object, with 422 when the object does not fit
 */
export function readBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refused(refusal('INVALID_JSON'));
  return check(value, schema, 'body');
}

/** Reads the query against a schema. @throws Refused with 422 when it does not fit */
export function readQuery<Schema extends z.ZodType>(
  query: Readonly<Record<string, string>>,
  schema: Schema,
): z.output<Schema> {
  return check(query, schema, 'query');
}

function check<Schema extends z.ZodType>(value: unknown, schema: Schema, place: string): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const detail = parsed.error.issues.slice(0, maxItems).flatMap((issue) => itemsOf(issue, place));
  throw new Refused({ ...invalid([place], 'Invalid request'), body: { detail: detail.slice(0, maxItems) } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Refused(refusal('INVALID_JSON'), cause);
  }
}

function itemsOf(issue: z.core.$ZodIssue, place: string): ValidationItem[] {
  const loc = [place, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => item([...loc, shorten(name)], 'No such field', 'extra_forbidden'));
  }
  if (issue.input === undefined) return [item(loc, 'Field required', 'missing')];
  return [item(loc, `Expected ${issue.message} but received ${show(issue.input)}`, typeOf(issue))];
}

function item(loc: readonly (string | number)[], msg: string, type: string): ValidationItem {
  return { loc, msg, type };
}

function typeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `${issue.expected}_type`;
  return issue.code === 'invalid_value' ? 'enum' : 'value_error';
}

function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? typeof value);
}

function shorten(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}
