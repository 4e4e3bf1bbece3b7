/** Schemas of the bodies of errors, by the names under which the reference lists them. */
import type { Schema } from '../options.ts';

const item: Schema = {
  type: 'object',
  properties: {
    loc: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      description: 'Path to the part or member.',
    },
    msg: { type: 'string', description: 'What is wrong and what to do.' },
    type: { type: 'string', description: 'Kind of the problem, for programs.' },
  },
  required: ['loc', 'msg', 'type'],
};

export const errorSchemas = {
  DetailError: {
    type: 'object',
    properties: { detail: { type: 'string', description: 'What happened, in words.' } },
    required: ['detail'],
    description: 'The usual shape of an error.',
  },
  ValidationError: {
    type: 'object',
    properties: { detail: { type: 'array', items: item } },
    required: ['detail'],
    description: 'Which part of the request is wrong, and why.',
  },
  RateLimitError: {
    type: 'object',
    properties: {
      error: { type: 'string', enum: ['Too Many Requests'] },
      status: { type: 'number', enum: [429] },
      message: { type: 'string' },
    },
    required: ['error', 'status', 'message'],
    description: 'The rate limit was exceeded.',
  },
} as const satisfies Readonly<Record<string, Schema>>;

/** The schema of an error's body, by reference. */
export function errorSchema(status: number): Schema {
  const name: keyof typeof errorSchemas =
    status === 422 ? 'ValidationError' : status === 429 ? 'RateLimitError' : 'DetailError';
  return reference(name);
}

/** A reference to the schema of that name. */
export function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
