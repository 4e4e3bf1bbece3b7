/** The OpenAPI 3.1 document: the contract, and what this service adds to it, as a reference and for generators. */
import { headerComponent, headerNames } from './headers.ts';
import { answerSchemas, creditSuccess, successAnswer } from './openapi/answers.ts';
import { errorSchemas } from './openapi/errors.ts';
import { introduction, tags } from './openapi/introduction.ts';
import { faultsOf, refusalAnswer } from './openapi/refusals.ts';
import { removebgHeaders, removebgPaths, removebgTag } from './openapi/removebg/paths.ts';
import { removebgSchemas } from './openapi/removebg/schemas.ts';
import { headerParameters, requestBody, requestSchema } from './openapi/requests.ts';
import { codeSamples } from './openapi/samples.ts';
import { type Operation, operations } from './operations.ts';
import type { Schema } from './options.ts';
import type { ServiceVersion } from './service-version.ts';

/** Version of the interface description, not of this software. */
const interfaceVersion = '1.5.0';

/** What the document says of a deployment. */
export interface Deployment {
  /** Where the API is reached, without a slash at the end. */
  readonly serverUrl: string;
  /** Shown where a 500 names it. */
  readonly supportEmail: string;
  /** Whether the remove.bg compatibility API is open. */
  readonly removebg: boolean;
  /** What of this software runs there. */
  readonly runs?: ServiceVersion;
}

/**
 * Builds the document anew; callers keep it.
 * @example
 * openApiDocument({ serverUrl: 'https://api.example.com', supportEmail: 'support@example.com', removebg: true })
 */
export function openApiDocument({ serverUrl, supportEmail, removebg, runs }: Deployment) {
  const paths = operations.map((operation) => [
    operation.path,
    { [operation.method.toLowerCase()]: described(operation, serverUrl, supportEmail) },
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Edgematte',
      version: interfaceVersion,
      ...(runs && { 'x-service-version': runs.version, 'x-service-commit': runs.commit }),
      description: introduction(serverUrl),
      contact: { name: 'Support', email: supportEmail },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ ApiKey: [] }],
    tags: removebg ? [...tags, removebgTag] : tags,
    paths: { ...Object.fromEntries(paths), ...(removebg && removebgPaths(serverUrl, supportEmail)) },
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'A live key (`live_…`) or a test key (`test_…`). Keep it on your server.',
        },
      },
      headers: {
        ...Object.fromEntries(headerNames.map((name) => [name, headerComponent(name)])),
        ...(removebg && removebgHeaders),
      },
      schemas: {
        ...errorSchemas,
        ...Object.fromEntries(operations.flatMap(schemasOf)),
        ...(removebg && removebgSchemas),
      },
    },
  };
}

function described(operation: Operation, serverUrl: string, supportEmail: string) {
  const { name, summary, description, tag, path } = operation;
  const isFree = operation.method === 'GET';
  const faults = faultsOf(isFree ? null : operation, supportEmail);
  const refusals = [...faults].map(([status, each]) => [status, refusalAnswer(status, each)]);
  return {
    operationId: name,
    summary,
    description: description.join('\n\n'),
    tags: [tag],
    ...(!isFree && { parameters: headerParameters, requestBody: requestBody(operation) }),
    responses: {
      200: isFree ? creditSuccess(operation) : successAnswer(operation),
      ...Object.fromEntries(refusals),
    },
    'x-codeSamples': codeSamples(operation, `${serverUrl}${path}`),
  };
}

function schemasOf(operation: Operation): readonly (readonly [name: string, schema: Schema])[] {
  if (operation.method === 'GET') return answerSchemas(operation.answer.name, operation.answer.members);
  const request = requestSchema(operation);
  if (operation.encoding === 'multipart') return [request];
  const { name, files, members } = operation.answer;
  return [request, ...answerSchemas(name, { ...files, ...members })];
}
