/** Whether enclosed parts of the background's colour are clear, where a graphic is cut by colour: `holes`. */
import type { AnswerHeaders, Outcome } from './answers.ts';
import { asJson } from './operation.ts';
import { choice } from './options.ts';

/** `open`: all of them are clear; `filled`: none is. */
export type Holes = 'open' | 'filled';

/** Of a task whose graphics may be cut by colour. */
export interface WithHoles {
  /** Absent where what is drawn inside of each decides. */
  readonly holes?: Holes;
}

const meaning =
  "What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour. `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.";

/** The option of operations 1 to 4. */
export const holes = choice(['auto', 'open', 'filled'], meaning, 'auto', { wrong: 'closed', beyondContract: true });

/** What the option's value means for a task. */
export function holesOf(value: 'auto' | Holes): Holes | undefined {
  return value === 'auto' ? undefined : value;
}

/** How a task carries it. */
export const holesOption = asJson<Holes>();

/** Names what was passed over, because the picture was not cut by colour. */
export const ignoredHeaders = {
  'X-Ignored': {
    of: ({ isCutByColour }: Outcome, task: WithHoles) => (task.holes && !isCutByColour ? 'holes' : undefined),
  },
} as const satisfies AnswerHeaders<WithHoles>;
