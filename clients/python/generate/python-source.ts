/** The operations of the client for Python, with their options and answers, written from the service's own description. */
import { jsonOperations, pictureOperations } from '../../typescript/src/operations.ts';

/** What of an OpenAPI document is read here. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** Fields that hold the photo of a call, which are no options. */
const photoMembers = ['file', 'image_base64', 'image_url'];
const scalars: Readonly<Record<string, string>> = {
  boolean: 'bool',
  string: 'str',
  integer: 'int',
  number: 'float',
  null: 'None',
};

/** By the service's name of an operation, the client's, as both clients have it: `cutoutBase64`. */
const names: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...pictureOperations, ...jsonOperations, credit: 'available-credit' }).map(([name, id]) => [
    id,
    name,
  ]),
);

/**
 * Python of `src/edgematte/operations_generated.py`.
 * @throws Error for an operation that has no name in `clients/typescript/src/operations.ts`, and for a schema of a shape that
 *   is not known here
 */
export function pythonSourceOf({ paths, components }: Description): string {
  const classes = new PythonClasses(components.schemas);
  const methods = { Operations: [''], AsyncOperations: [''] };
  for (const [path, byMethod] of Object.entries(paths)) {
    for (const operation of Object.values(byMethod)) {
      const called = classes.calledOf(path, operation);
      methods.Operations.push(...methodsOf(called, false));
      methods.AsyncOperations.push(...methodsOf(called, true));
    }
  }
  const types = [...classes.types.values()];
  const takesFiles = types.some((type) => /: File\b/.test(type));
  return [
    `${head}from .photo import AsyncPhoto, ${takesFiles ? 'File, ' : ''}Photo\n`,
    ...types,
    `class Operations(Calls):\n    """The operations, each of which waits for its answer."""\n${methods.Operations.join('\n')}`,
    `class AsyncOperations(AsyncCalls):\n    """The operations, each to be awaited."""\n${methods.AsyncOperations.join('\n')}`,
  ].join('\n\n');
}

/** The classes that operations need: of their options, and of answers. */
class PythonClasses {
  /** Python of each class, by its name. */
  readonly types = new Map<string, string>();
  /** By what they hold: operations with the same options share one class. */
  readonly #optionClasses = new Map<string, string>();
  readonly #schemas: Description['components']['schemas'];

  constructor(schemas: Description['components']['schemas']) {
    this.#schemas = schemas;
  }

  calledOf(path: string, operation: DescribedOperation): Called {
    const name = names[operation.operationId];
    if (!name) throw new Error(`No client has a name for ${operation.operationId}`);
    const kind = capitalized(name);
    const request = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const answer = operation.responses['200'].content?.['application/json']?.schema;
    const options = request ? this.#optionsOf(`${kind}Options`, operation, this.#resolved(request)) : null;
    return {
      name: snake(name),
      options,
      path,
      operation,
      answer: answer ? this.#typeOf(answer, `${kind}Answer`) : null,
    };
  }

  #optionsOf(name: string, { summary }: DescribedOperation, { properties = {} }: Schema): string {
    const options = Object.entries(properties).filter(([member]) => !photoMembers.includes(member));
    const lines = options.flatMap(([option, schema]) => {
      const type = this.#optionType(schema, `${name}${capitalized(camel(option))}`);
      const written = type.split(' | ').includes('None') ? type : `${type} | None`;
      const meaning = `${schema.deprecated ? 'Deprecated. ' : ''}${schema.description}`;
      return [`    ${option}: ${written}`, ...documented(meaning)];
    });
    const same = this.#optionClasses.get(lines.join('\n'));
    if (same !== undefined) return same;
    const meaning = documented(`Options of: ${summary}. One that is left out, or None, has the service's default.`);
    this.types.set(name, [`class ${name}(TypedDict, total=False):`, ...meaning, '', ...lines, ''].join('\n'));
    this.#optionClasses.set(lines.join('\n'), name);
    return name;
  }

  /** A file is given as itself to a form as to JSON, which holds it as Base64. */
  #optionType(schema: Schema, name: string): string {
    const isFile = schema.format === 'binary' || schema.contentEncoding === 'base64';
    return isFile ? 'File' : this.#typeOf(schema, name);
  }

  /** The Python type of a schema; an object becomes a class of its own under that name. */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.#typeOf(this.#resolved(schema), schema.$ref.replace(/^.*\//, ''));
    if (schema.enum) return literalOf(schema.enum);
    return (
      [schema.type ?? []]
        .flat()
        .map((type) => this.#oneOf(type, schema, name))
        .join(' | ') || unknown(name)
    );
  }

  #oneOf(type: string, schema: Schema, name: string): string {
    if (type === 'array' && schema.items) return `list[${this.#typeOf(schema.items, name)}]`;
    if (type !== 'object') return scalars[type] ?? unknown(name);
    const { properties = {}, required = [] } = schema;
    const lines = Object.entries(properties).flatMap(([member, of]) => {
      const memberType = this.#typeOf(of, `${name.replace(/Answer$/, '')}${capitalized(camel(member))}`);
      const written = required.includes(member) ? memberType : `NotRequired[${memberType}]`;
      return [`    ${member}: ${written}`, ...(of.description ? documented(of.description) : [])];
    });
    const meaning = schema.description ? [...documented(schema.description), ''] : [];
    this.types.set(name, [`class ${name}(TypedDict):`, ...meaning, ...lines, ''].join('\n'));
    return name;
  }

  #resolved({ $ref, ...schema }: Schema): Schema {
    const target = $ref === undefined ? schema : this.#schemas[$ref.replace('#/components/schemas/', '')];
    if (!target) throw new Error(`Nothing is described as ${$ref}`);
    return target;
  }
}

/** An operation, and how Python calls it. */
interface Called {
  readonly name: string;
  /** The class of its options; null where it has none. */
  readonly options: string | null;
  readonly path: string;
  readonly operation: DescribedOperation;
  /** The type of a JSON answer; null of a picture. */
  readonly answer: string | null;
}

const head = `"""Made from the OpenAPI document by generate/python-source.ts: \`npx vitest run clients -u\` makes it anew."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Literal, TypedDict

from typing_extensions import NotRequired, Unpack

from .answers import AsyncOpenPicture, Members, OpenPicture, Picture, SavedPicture
from .calls import AsyncCalls, Calls
`;

/** A method that takes a photo. */
interface Method {
  readonly start: string;
  readonly called: string;
  /** Behind the photo. */
  readonly parameters?: readonly string[];
  readonly gives: string;
  readonly meaning: string;
  readonly call: string;
}

function methodsOf({ name, options, path, operation, answer }: Called, awaited: boolean): string[] {
  const [def, result] = awaited ? ['async def', 'return await'] : ['def', 'return'];
  const photo = `photo: ${awaited ? 'AsyncPhoto' : 'Photo'}`;
  const naming = ['*', 'idempotency_key: str | None = None', 'request_id: str | None = None'];
  const { summary, description } = operation;
  if (options === null) {
    return [
      `    ${def} ${name}(self, /, *, request_id: str | None = None) -> Members[${answer}]:`,
      ...documented(`${summary}.\n\n${description}`, 8),
      `        ${result} self._ask("${path}", request_id)\n`,
    ];
  }
  const method = ({ start, called, parameters = [], gives, meaning, call }: Method) => [
    `    ${start} ${called}(`,
    ...['self', photo, ...parameters, '/', ...naming, `**options: Unpack[${options}]`].map(
      (each) => `        ${each},`,
    ),
    `    ) -> ${gives}:`,
    ...documented(meaning, 8),
    `        ${call}("${path}",${parameters.length > 0 ? ' to,' : ''} photo, {**options}, idempotency_key, request_id)\n`,
  ];
  const plain = { start: def, called: name, meaning: `${summary}.\n\n${description}` };
  if (answer) return method({ ...plain, gives: `Members[${answer}]`, call: `${result} self._members` });
  const opened = awaited ? 'AbstractAsyncContextManager[AsyncOpenPicture]' : 'AbstractContextManager[OpenPicture]';
  const word = name.replaceAll('_', ' ');
  return [
    ...method({ ...plain, gives: 'Picture', call: `${result} self._picture` }),
    ...method({
      start: def,
      called: `save_${name}`,
      parameters: ['to: str | os.PathLike[str]'],
      gives: 'SavedPicture',
      meaning: `As \`${name}\`, into a file as it comes. The file is there whole, or as it was before.`,
      call: `${result} self._save`,
    }),
    ...method({
      start: 'def',
      called: `open_${name}`,
      gives: opened,
      meaning: `As \`${name}\`, for a \`with\` that reads the ${word} as it comes. It is sent again until its headers are there and not after: what has been read may have been passed on already.`,
      call: 'return self._open',
    }),
  ];
}

function literalOf(values: readonly (string | null)[]): string {
  const words = values.filter((value) => value !== null).map((value) => `"${value}"`);
  return [`Literal[${words.join(', ')}]`, ...(values.includes(null) ? ['None'] : [])].join(' | ');
}

/** A docstring, in lines of at most 120. */
function documented(text: string, indent = 4): string[] {
  const room = ' '.repeat(indent);
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  const lines = escaped.split('\n').flatMap((line) => wrapped(line, 112 - indent));
  if (lines.length === 1) return [`${room}"""${lines[0]}"""`];
  return [`${room}"""${lines[0]}`, ...lines.slice(1).map((line) => (line ? room + line : '')), `${room}"""`];
}

function wrapped(line: string, width: number): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines[lines.length - 1];
    if (last && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

function unknown(name: string): never {
  throw new Error(`No type of Python is known for ${name}`);
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function capitalized(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
