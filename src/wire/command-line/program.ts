/** What a program of several commands is made of. */

/** The arguments cannot be understood. The message is for the person who typed them, without a full stop. */
export class UsageError extends Error {}

export interface Arguments {
  /** What is no option, in order. */
  readonly words: readonly string[];
  /** Options with their values; a switch that was given has an empty one. */
  readonly values: ReadonlyMap<string, string>;
}

/** The option that every command takes. */
export const helpOption: CommandOption = { name: 'help', meaning: 'Print this' };

export interface CommandOption {
  readonly name: string;
  /** The name of the value in the help; absent on a switch. */
  readonly placeholder?: string;
  readonly meaning: string;
}

export interface Command<Around> {
  /** One word, or several with a space between. */
  readonly name: string;
  readonly summary: string;
  /** The positional argument's name in the help, such as `ID`; absent if the command takes options only. */
  readonly words?: string;
  readonly options: readonly CommandOption[];
  /** Further lines of the help. */
  readonly notes?: string;
  /**
   * Does it.
   * @returns the exit status, 0 or 1
   * @throws UsageError where the arguments cannot be understood, before anything is done; Error where it fails
   */
  run(given: Arguments, around: Around): Promise<number>;
}

export interface Program<Around> {
  /** How it is called: `npm run keys --`. */
  readonly call: string;
  /** What `--version` prints; absent where the program has no version of its own. */
  readonly version?: () => string;
  readonly commands: readonly Command<Around>[];
  /** Options that every command takes, besides `--help`. */
  readonly commonOptions: readonly CommandOption[];
  /** Further lines of every help. */
  readonly notes: string;
}

/** Where a program prints; each text is without its line end. */
export interface Output {
  /** For standard output. */
  print(text: string): void;
  /** For standard error. */
  complain(text: string): void;
}
