/** The types of the client, and the options of its command line, written from the service's own description. */
import openapiTypes, { astToString } from 'openapi-typescript';

/** What of an OpenAPI document is read here. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, DescribedSchema>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
}

interface DescribedSchema {
  readonly properties?: Readonly<Record<string, DescribedProperty>>;
}

interface DescribedProperty {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
}

const generated =
  '// Made from the OpenAPI document by generate/openapi-types.ts: `npx vitest run clients -u` makes it anew.\n';
/** Fields that hold the picture. */
const pictureFields = ['file', 'image', 'image_base64'];

/**
 * TypeScript of `src/openapi.generated.ts`: requests and answers of 200. What an error holds is the same for all
 * operations, and stands in `errors.ts`.
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

/** TypeScript of `src/command-line/options.generated.ts`: for each operation what may be chosen, for its help. */
export function optionsOf({ paths, components }: Description): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const table = operations.flatMap(({ operationId, requestBody }) => {
    const [content] = Object.values(requestBody?.content ?? {});
    if (!content) return [];
    const { properties = {} } = components.schemas[content.schema.$ref.split('/').at(-1) ?? ''] ?? {};
    const options = Object.entries(properties).filter(([name, { deprecated }]) => {
      return !pictureFields.includes(name) && !deprecated;
    });
    return [[operationId, options.map(([name, property]) => describe(name, property))]];
  });
  const text = JSON.stringify(Object.fromEntries(table), null, 2);
  return `${generated}\nexport const optionsOfOperations = ${text} as const;\n`;
}

function describe(name: string, { description = '', type = [], enum: words = [], default: absent }: DescribedProperty) {
  const flag = [type].flat().includes('boolean');
  return {
    name,
    meaning: description.replace(/ As text: .*$/, ''),
    values: flag ? ['true', 'false'] : words.filter((word) => word !== null).map(String),
    ...(absent !== undefined && { default: String(absent) }),
  };
}

function mapValues<Value, Other>(table: Readonly<Record<string, Value>>, change: (value: Value) => Other) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, change(value)]));
}
