/** The line above the tiles: how far all is, what it costs, and what can be done now. */
import { element, show } from '../playground/elements.ts';
import { counted, exceeds, type Plan, planInWords } from './plan.ts';
import type { Ending } from './queue.ts';

/** How all photos stand. */
export interface Standing {
  /** While photos are read: how many were, of how many. */
  readonly reading: readonly [count: number, total: number] | null;
  readonly isRunning: boolean;
  /** How the last run ended; null before the first one. */
  readonly ending: Ending | null;
  readonly plan: Plan;
  /** Credits of the wallet that pays. */
  readonly have: number;
  readonly total: number;
  readonly made: number;
  /** Of `made`, those to check. */
  readonly toCheck: number;
  /** Of `toCheck`, those that are not in the ZIP before a person has looked at them. */
  readonly held: number;
  readonly failed: number;
  /** Of `failed`, those that may be sent again. */
  readonly retryable: number;
  /** Seconds that the service asks to wait. */
  readonly pauseSeconds: number | null;
  /** Pictures in the ZIP that is not saved yet. */
  readonly unsaved: number;
  /** What the last ZIP that was saved is called; null where none was since the run began. */
  readonly savedAs: string | null;
  /** Whether that ZIP had as much as a browser is asked to hold. */
  readonly wasFull: boolean;
}

/** What the panel shows. Buttons with null are not there. */
export interface PanelView {
  readonly sum: string;
  readonly more: string;
  readonly start: string | null;
  readonly retry: string | null;
  readonly save: string | null;
  readonly 'check-held': string | null;
  readonly 'take-held': string | null;
  readonly canPause: boolean;
  readonly canClear: boolean;
  readonly offersCredits: boolean;
}

const nothing = {
  start: null,
  retry: null,
  save: null,
  'check-held': null,
  'take-held': null,
  canPause: false,
  canClear: false,
  offersCredits: false,
};

/** What the panel shows for a standing. */
export function panelOf(now: Standing): PanelView {
  const { reading, isRunning, ending, plan, have, total, made, failed, retryable, unsaved, held } = now;
  if (reading) return { ...nothing, sum: `Reading ${reading[0] + 1} of ${counted(reading[1], 'photo')}`, more: '' };
  if (isRunning) return { ...nothing, sum: madeOf(made, total), more: whileRunning(now), canPause: true };
  const left = plan.credits + plan.free;
  const buttons = {
    start: left > 0 ? `${ending ? 'Go on' : 'Start'} · ${counted(plan.credits, 'credit')}` : null,
    retry: retryable > 0 ? `Try ${retryable} again` : null,
    save: unsaved > 0 ? `Save ZIP of ${unsaved}` : null,
    'check-held': held > 0 ? `Check ${held}` : null,
    'take-held': held > 0 ? `Take all ${held}` : null,
    canPause: false,
    canClear: unsaved === 0,
    offersCredits: exceeds(plan, have),
  };
  if (!ending && made - plan.saved === 0 && failed === 0) {
    const [sum, ...more] = planInWords(plan, have);
    return { ...buttons, sum, more: more.join(' ') };
  }
  return { ...buttons, sum: madeOf(made, total), more: afterRun(now, left) };
}

function madeOf(made: number, total: number): string {
  return `${made.toLocaleString('en-GB')} of ${counted(total, 'photo')} made`;
}

function whileRunning({ pauseSeconds, failed }: Standing): string {
  if (pauseSeconds !== null) return `Waiting ${counted(pauseSeconds, 'second')}, as the service asks.`;
  return failed > 0 ? `${failed} failed. Keep this page open.` : 'Keep this page open.';
}

function afterRun({ ending, plan, have, toCheck, held, failed, savedAs, wasFull }: Standing, left: number): string {
  const words: string[] = [];
  if (ending?.kind === 'stopped') words.push(stopped(ending.failure.code, ending.failure.text));
  if (savedAs && wasFull) words.push('A ZIP has at most 1 GB here; the rest goes into another one.');
  if (savedAs) words.push(`What is made is in ${savedAs}.`);
  if (held > 0)
    words.push(
      `${held === 1 ? '1 waits' : `${held} wait`} outside the ZIP until you have checked ${held === 1 ? 'it' : 'them'}.`,
    );
  else if (toCheck > 0) words.push(`${toCheck === 1 ? '1 is' : `${toCheck} are`} to be checked, and shown first.`);
  if (failed > 0) words.push(`${failed} failed.`);
  if (left > 0)
    words.push(`${left} left: ${counted(plan.credits, 'credit')}. You have ${have.toLocaleString('en-GB')}.`);
  return words.join(' ');
}

function stopped(code: string | null, text: string): string {
  return code === 'INSUFFICIENT_CREDITS' ? 'The credits are used up.' : text;
}

const buttons = ['check-held', 'take-held', 'start', 'retry', 'save', 'pause', 'clear'] as const;
/** Those whose text says how many they are about. */
const counting = ['check-held', 'take-held', 'start', 'retry', 'save'] as const;

/** Calls back where a button of the panel is pressed. */
export function onButtons(pressed: Readonly<Record<(typeof buttons)[number], () => void>>): void {
  for (const name of buttons) {
    element(name, HTMLButtonElement).addEventListener('click', ({ detail }) => {
      // The second press of a double one was meant for the button that was there before.
      if (detail < 2) pressed[name]();
    });
  }
}

/** Shows the panel. Where the button with the focus goes, the focus goes to the one that takes its place. */
export function showPanel(view: PanelView, { made, total }: Standing): void {
  show(element('run', HTMLElement), total > 0);
  element('sum', HTMLElement).textContent = view.sum;
  element('more', HTMLElement).textContent = view.more;
  const focused = document.activeElement?.id;
  for (const name of counting) {
    const button = element(name, HTMLButtonElement);
    button.textContent = view[name];
    show(button, view[name] !== null);
  }
  show(element('pause', HTMLElement), view.canPause);
  show(element('clear', HTMLElement), view.canClear);
  show(element('buy', HTMLElement), view.offersCredits);
  const progress = element('progress', HTMLProgressElement);
  [progress.max, progress.value] = [Math.max(1, total), made];
  if (focused && buttons.some((name) => name === focused) && element(focused, HTMLElement).hidden) {
    buttons
      .map((name) => element(name, HTMLButtonElement))
      .find(({ hidden }) => !hidden)
      ?.focus();
  }
}

/** Says it to who hears the page. */
export function say(text: string): void {
  element('said', HTMLElement).textContent = text;
}

/** Shows what went wrong with the page itself; null where nothing did. */
export function sayProblem(text: string | null): void {
  const place = element('problem', HTMLElement);
  place.textContent = text;
  show(place, text !== null);
}
