/** The OpenAPI 3.1 document: the contract, and what this service adds to it, as a reference and for generators. */
import { OpenAPIHono } from '@hono/zod-openapi';
import { creditSuccess, successAnswer } from './openapi/answers.ts';
import { headerComponent, headerNames } from './openapi/headers.ts';
import { creditDescription, descriptionOf, introduction, tagOf, tags } from './openapi/prose.ts';
import { faultsOf, notFoundAnswer, refusalAnswer } from './openapi/refusals.ts';
import { headerParameters, requestBody } from './openapi/requests.ts';
import { creditPath, type ProcessingOperation, processingOperations } from './operations.ts';

/** Version of the interface description, not of this software. */
export const interfaceVersion = '1.5.0';

/**
 * Builds the document anew; callers keep it.
 * @param serverUrl where the API is reached, without a slash at the end
 * @param supportEmail shown where a 500 names it
 * @example
 * openApiDocument('https://api.example.com', 'support@example.com')
 */
export function openApiDocument(serverUrl: string, supportEmail: string): object {
  // The package hands its registry and its 3.1 generator out by way of an app; no route of this one is ever served.
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'ApiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A live key (`live_…`) or a test key (`test_…`). Keep it on your server.',
  });
  for (const name of headerNames) registry.registerComponent('headers', name, headerComponent(name));
  registry.registerComponent('responses', 'NotFound', notFoundAnswer(supportEmail));
  for (const operation of processingOperations) {
    registry.registerPath({
      method: 'post',
      path: operation.path,
      operationId: operation.name,
      summary: operation.summary,
      description: descriptionOf(operation.name),
      tags: [tagOf(operation)],
      parameters: headerParameters,
      request: { body: requestBody(operation) },
      responses: { 200: successAnswer(operation), ...refusalAnswers(operation, supportEmail) },
    });
  }
  registry.registerPath({
    method: 'get',
    path: creditPath,
    operationId: 'available-credit',
    summary: 'Credits left and when they expire',
    description: creditDescription,
    tags: ['Account'],
    responses: { 200: creditSuccess(), ...refusalAnswers(null, supportEmail) },
  });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Edgematte',
      version: interfaceVersion,
      description: introduction(serverUrl),
      contact: { name: 'Support', email: supportEmail },
      license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ ApiKey: [] }],
    tags,
  });
}

function refusalAnswers(operation: ProcessingOperation | null, supportEmail: string) {
  const answers = [...faultsOf(operation, supportEmail)].map(([status, faults]) => {
    return [status, refusalAnswer(status, faults)] as const;
  });
  return Object.fromEntries(answers);
}
