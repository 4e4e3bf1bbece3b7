/** The OpenAPI document as the pages of the reference read it: operations in their groups, fields in order, codes of errors. */
import * as z from 'zod';
import { type ReferencePage, referencePages, referencePath } from '../map/reference-pages.ts';
import type { ShownAnswer, ShownDocument, ShownOperation, ShownSchema } from './openapi-shape.ts';

export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: ShownOperation;
}

/** A page of the reference with the operations that it shows. */
export interface Group {
  readonly page: ReferencePage;
  readonly description: string;
  readonly operations: readonly Placed[];
}

/** A field of a request or of an answer, or a header. */
export interface Definition {
  readonly name: string;
  /** Part of its address on the page. */
  readonly anchor: string;
  /** Its type, and whether it may be absent. */
  readonly note: string;
  readonly markdown: string;
}

/**
 * The groups of operations.
 * @throws Error where a group of the document is on no page
 */
export function groupsOf(document: ShownDocument): readonly Group[] {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return document.tags.map(({ name, description }) => {
    const page = referencePages.find(({ tag }) => tag === name);
    if (!page) throw new Error(`No page of the reference shows ${name}`);
    return { page, description, operations: placed.filter(({ operation }) => operation.tags[0] === name) };
  });
}

/** Address of an operation, or of one of its fields. */
export function placeOf(page: ReferencePage, anchor: string): string {
  return `${referencePath(page.name)}#${anchor}`;
}

/** Address of a header of answers. */
export function headerPlace(name: string): string {
  return `${referencePath('headers')}#${name.toLowerCase()}`;
}

/** A code of a refusal, and what bodies in the error format of remove.bg call it. */
export interface ShownCode {
  readonly code: string;
  readonly word: string | null;
}

/** The codes of a refusal, each once for each word of its bodies. */
export function codesOf(refusal: ShownAnswer): readonly ShownCode[] {
  const codes = examplesOf(refusal).map(({ code, value }) => ({ code, word: wordOf(value) }));
  return codes.filter(
    ({ code, word }, index) => codes.findIndex((other) => other.code === code && other.word === word) === index,
  );
}

function wordOf(body: unknown): string | null {
  const parsed = removebgBody.safeParse(body);
  return parsed.success ? parsed.data.errors[0].code : null;
}

const removebgBody = z.object({ errors: z.tuple([z.object({ code: z.string() })]) });

/** The examples of a refusal; of one code there may be several. */
export function examplesOf({ content }: ShownAnswer) {
  const [first] = Object.values(content ?? {});
  return Object.entries(first?.examples ?? {}).map(([name, { summary, value }]) => ({
    code: name.replace(/_\d+$/, ''),
    summary,
    value,
  }));
}

/** Answers of an operation other than 200, by status. */
export function refusalsOf({
  responses,
}: ShownOperation): readonly (readonly [status: string, refusal: ShownAnswer])[] {
  return Object.entries(responses).filter(([status]) => status !== '200');
}

/**
 * The fields of a request, whatever its type; of one that not every type has, the note says which do.
 * @returns an empty list where there is no body
 */
export function requestFields({ operationId, requestBody }: ShownOperation, document: ShownDocument): Definition[] {
  const bodies = Object.entries(requestBody?.content ?? {});
  const fields = new Map<string, { readonly definition: Definition; readonly types: string[] }>();
  for (const [type, { schema }] of bodies) {
    for (const definition of definitionsOf(schema, document, `${operationId}.`, true)) {
      const known = fields.get(definition.name);
      if (known) known.types.push(type);
      else fields.set(definition.name, { definition, types: [type] });
    }
  }
  return [...fields.values()].map(({ definition, types }) => {
    if (types.length === bodies.length) return definition;
    return { ...definition, note: `${definition.note}, in ${types.join(', ')}` };
  });
}

/** The members of an answer that is JSON; an empty list for others. */
export function answerFields({ operationId, responses }: ShownOperation, document: ShownDocument): Definition[] {
  const json = responses[200].content?.['application/json'];
  return json ? definitionsOf(json.schema, document, `${operationId}.answer.`, false) : [];
}

/** Names of the headers that an answer may have. */
export function headersOf(answer: ShownAnswer): readonly string[] {
  return Object.keys(answer.headers ?? {});
}

/** The schema itself, or what it refers to. */
function resolved(schema: ShownSchema, document: ShownDocument): ShownSchema {
  return schema.$ref ? document.components.schemas[lastPart(schema.$ref)] : schema;
}

/** What a header of answers is. */
export function headerMeaning({ $ref }: { readonly $ref: string }, document: ShownDocument): string {
  return document.components.headers[lastPart($ref)].description;
}

function definitionsOf(given: ShownSchema, document: ShownDocument, before: string, isRequest: boolean): Definition[] {
  return membersOf(resolved(given, document), document, '').map(({ name, schema, isRequired }) => {
    const values = (schema.enum ?? []).filter((value) => value !== null).map((value) => `\`${value}\``);
    const notes = [
      typeOf(schema),
      isRequest || isRequired ? '' : 'may be absent',
      schema.deprecated ? 'deprecated' : '',
      schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
    ];
    const allowed = values.length > 0 ? ` One of ${values.join(', ')}.` : '';
    return {
      name,
      anchor: before + name,
      note: notes.filter(Boolean).join(', '),
      markdown: `${schema.description ?? ''}${allowed}`,
    };
  });
}

interface Member {
  readonly name: string;
  readonly schema: ShownSchema;
  readonly isRequired: boolean;
}

/** The members of an object; members of a member follow it with its name in front. */
function membersOf(object: ShownSchema, document: ShownDocument, before: string): Member[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, given]) => {
    const schema = resolved(given, document);
    const member = { name: before + name, schema, isRequired: object.required?.includes(name) ?? false };
    return [member, ...membersOf(schema, document, `${before}${name}.`)];
  });
}

function typeOf({ type, format, contentMediaType, items }: ShownSchema): string {
  if (format === 'binary') return 'file';
  if (contentMediaType) return `Base64 of ${contentMediaType}`;
  if (type === 'array') return `list of ${items?.type ?? 'any'}`;
  const types = (typeof type === 'string' ? [type] : (type ?? [])).filter((each) => each !== 'null');
  // A boolean may be written as text, which its description says.
  return types.includes('boolean') ? 'boolean' : types.join(' or ');
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
