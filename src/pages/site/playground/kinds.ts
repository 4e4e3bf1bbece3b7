/** The operations as a form shows them: by what they make, then by how they answer. For the page and for its script. */
import type { BodyEncoding } from '../../../contract/encoding.ts';
import { type ProcessingOperation, processingOperations } from '../../../contract/operations.ts';
import type { Option } from '../../../contract/options.ts';

/** The options that have a control of their own in `finish.tsx`. */
const finishNames: readonly string[] = [
  ...['background_color', 'background_image', 'crop', 'crop_margin', 'aspect', 'scale', 'max_size', 'shadow'],
  ...['output_format', 'output_quality'],
];

/** Operations that make the same of a photo, one for each encoding. */
export interface Kind {
  /** Kind of the task. */
  readonly name: string;
  readonly label: string;
  readonly operations: readonly ProcessingOperation[];
}

/** In the order of the contract. */
export const kinds: readonly Kind[] = [...new Set(processingOperations.map(({ result }) => result))].map((name) => ({
  name,
  label: inWords(name),
  operations: processingOperations.filter(({ result }) => result === name),
}));

/** How an encoding is called where its answer is meant. */
export const answerNames: Readonly<Record<BodyEncoding, string>> = { multipart: 'PNG', json: 'Base64 in JSON' };

/** An option as a field of a form. */
export interface OptionField {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  /** Empty where anything may be written. */
  readonly values: readonly (string | boolean)[];
  /** What may be written, where that is not one of `values`. */
  readonly example: string | null;
  /** What it is where it is not sent; null where that depends on another option. */
  readonly standard: string | boolean | null;
  /** Whether it is a file. */
  readonly isFile: boolean;
  /** Whether it has a control of its own in `finish.tsx`; all others are folded away. */
  readonly hasOwnControl: boolean;
}

/** The fields of a kind: its encodings have the same options. What is deprecated has another option in its place. */
export function fieldsOf({ operations: [operation] }: Kind): readonly OptionField[] {
  const offered = Object.entries(operation.options).filter(([, { schema }]) => schema.deprecated !== true);
  return offered.map(([name, option]) => ({
    name,
    label: inWords(name),
    meaning: option.meaning,
    values: option.values,
    example: exampleOf(option),
    standard: standardOf(option),
    isFile: option.isFile === true,
    hasOwnControl: finishNames.includes(name),
  }));
}

function exampleOf({ schema: { examples } }: Option): string | null {
  return Array.isArray(examples) && typeof examples[0] === 'string' ? examples[0] : null;
}

function standardOf({ schema }: Option): string | boolean | null {
  const { default: standard } = schema;
  return typeof standard === 'string' || typeof standard === 'boolean' ? standard : null;
}

/** `car-layers` and `edge_colors` as `Car layers` and `Edge colors`. */
function inWords(name: string): string {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
