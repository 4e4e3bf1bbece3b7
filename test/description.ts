/** Checks answers against the service's own description. */

import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { type Answer, jsonOf } from '../testing/http-message.ts';
import type { Call } from '../testing/requests.ts';

interface DescribedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface DescribedOperation {
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** Headers of HTTP itself, which no operation describes. */
const general = /^(content-(type|length|encoding)|transfer-encoding|connection|date|keep-alive|cache-control|vary)$/;

export class Description {
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<object, ValidateFunction>();

  /** @param document the description, as JSON or as what becomes JSON */
  constructor(document: object) {
    this.#document = JSON.parse(JSON.stringify(document)) as Document;
    this.#ajv = new Ajv2020({ strict: false, validateFormats: false });
    this.#ajv.addSchema(this.#document, 'openapi');
  }

  /** Reads `/openapi.json` of a running service. */
  static async of(base: string): Promise<Description> {
    return new Description(await (await fetch(`${base}/openapi.json`)).json());
  }

  /** The answer to a described operation is one that the description declares: status, headers, media type, body. */
  expectDescribed({ method, path }: Call, answer: Answer): void {
    const [plainPath] = path.split('?');
    const operation = this.#document.paths[plainPath]?.[method.toLowerCase()];
    if (!operation) return;
    const what = `${method} ${plainPath} → ${answer.status}`;
    const response: DescribedResponse | undefined = operation.responses[String(answer.status)];
    expect(response, `${what} is described`).toBeDefined();
    const described = new Set(Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase()));
    const undescribed = [...answer.headers.keys()].filter((name) => !general.test(name) && !described.has(name));
    expect(undescribed, `headers of ${what} that are not described`).toEqual([]);

    const mediaType = answer.headers.get('Content-Type')?.split(';')[0] ?? '';
    const content = response?.content?.[mediaType];
    expect(content, `${what} as ${mediaType} is described`).toBeDefined();
    if (content && mediaType === 'application/json') this.#expectValid(content.schema, answer, what);
  }

  #expectValid(schema: object, answer: Answer, what: string): void {
    let validate = this.#validators.get(schema);
    if (!validate) {
      // References inside the schema are relative to the document.
      validate = this.#ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object);
      this.#validators.set(schema, validate);
    }
    expect(validate(jsonOf(answer)), `${what}: ${this.#ajv.errorsText(validate.errors)}`).toBe(true);
  }
}
