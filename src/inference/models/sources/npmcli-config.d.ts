/** The part of @npmcli/config that is used here; the package ships no types. */
declare module '@npmcli/config' {
  export interface ConfigOptions {
    readonly definitions: unknown;
    readonly shorthands: unknown;
    readonly flatten: unknown;
    readonly nerfDarts: unknown;
    readonly npmPath: string;
    readonly argv: readonly string[];
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    readonly warn: boolean;
  }

  /** Options for npm's client libraries; those that are read here have a type. */
  export interface FlatOptions extends Readonly<Record<string, unknown>> {
    readonly retry: { readonly minTimeout: number; readonly maxTimeout: number };
  }

  export default class Config {
    constructor(options: ConfigOptions);
    load(): Promise<void>;
    get flat(): FlatOptions;
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const settings: {
    readonly definitions: unknown;
    readonly shorthands: unknown;
    readonly flatten: unknown;
    readonly nerfDarts: unknown;
  };
  export default settings;
}
