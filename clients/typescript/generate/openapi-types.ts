/** The types of the client, written from the service's own description. */
import openapiTypes, { astToString } from 'openapi-typescript';

/** What of an OpenAPI document is read here. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, unknown>>;
}

const generated =
  '// Made from the OpenAPI document by generate/openapi-types.ts: `npx vitest run clients -u` makes it anew.\n';

/**
 * TypeScript of `src/openapi.generated.ts`: requests and answers of 200. What an error holds is the same for all
 * operations, and is in `errors.ts`.
 */
export async function typesOf(description: Description): Promise<string> {
  const paths = mapValues(description.paths, (methods) =>
    mapValues(methods, (operation) => ({ ...operation, responses: { 200: operation.responses['200'] } })),
  );
  const ast = await openapiTypes(JSON.parse(JSON.stringify({ ...description, paths })), {
    rootTypesNoSchemaPrefix: true,
  });
  return `${generated}\n${astToString(ast)}`;
}

function mapValues<Value, Other>(table: Readonly<Record<string, Value>>, change: (value: Value) => Other) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
}
