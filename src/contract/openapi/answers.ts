/** Answers of 200, made from what operations declare. */
import { type FileMember, type Member, pictureHeaders } from '../answers.ts';
import { type HeaderName, headerReferences, rateHeaders } from '../headers.ts';
import type { PictureOperation } from '../operation.ts';
import type { credit } from '../operations/credit.ts';
import type { Schema } from '../options.ts';
import { reference } from './errors.ts';

const everyAnswer: readonly HeaderName[] = ['X-Request-Id', ...rateHeaders, 'Server-Timing'];

type Described = Readonly<
  Record<string, Pick<FileMember | Member<never>, 'schema' | 'optional'> & { component?: string }>
>;

/** The 200 of a processing operation. One credit is charged with it. */
export function successAnswer({ encoding, answer }: PictureOperation) {
  const common = [...namesOf(pictureHeaders), ...everyAnswer];
  const { description } = answer;
  switch (encoding) {
    case 'multipart':
      return {
        description,
        headers: headerReferences([...namesOf(answer.headers), ...common]),
        content: Object.fromEntries(
          (answer.types?.all ?? ['image/png']).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      };
    case 'json':
      return {
        description,
        headers: headerReferences([...namesOf(answer.headers ?? {}), ...common]),
        content: { 'application/json': { schema: reference(answer.name) } },
      };
  }
}

/** The 200 of the credit balance. */
export function creditSuccess({ answer }: typeof credit) {
  return {
    description: answer.description,
    headers: headerReferences(everyAnswer),
    content: { 'application/json': { schema: reference(answer.name) } },
  };
}

/** The schema of an answer, and those of its members that have a name of their own. */
export function answerSchemas(name: string, members: Described): [string, Schema][] {
  const all = Object.entries(members);
  const own = all.flatMap(([, { component, schema }]): [string, Schema][] => (component ? [[component, schema]] : []));
  const properties = all.map(([member, { component, schema }]) => [member, component ? reference(component) : schema]);
  const required = all.filter(([, { optional }]) => !optional).map(([member]) => member);
  return [[name, { type: 'object', properties: Object.fromEntries(properties), required }], ...own];
}

function namesOf(headers: Readonly<Partial<Record<HeaderName, unknown>>>): HeaderName[] {
  return Object.keys(headers) as HeaderName[];
}
