/** The parts of the OpenAPI document that the reference shows. */

export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly (string | null)[];
  readonly default?: unknown;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly items?: ShownSchema;
  readonly example?: unknown;
}

export interface ShownAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, ShownContent>>;
}

interface ShownContent {
  readonly schema: ShownSchema;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
}

export interface ShownOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ShownContent>> };
  readonly responses: Readonly<Record<string, ShownAnswer>>;
  readonly 'x-codeSamples': readonly {
    readonly lang: 'Shell' | 'Python' | 'JavaScript';
    readonly label: string;
    readonly source: string;
  }[];
}

export interface ShownDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly info: { readonly description: string; readonly version: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShownOperation>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly schemas: Readonly<Record<string, ShownSchema>>;
  };
}
