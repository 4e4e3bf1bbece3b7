/** The box that says what went wrong. */
import { element, show } from './elements.ts';
import { CallFailed, type Failure, failureOfPage } from './failures.ts';

/** Hides the box. */
export function hideFailure(): void {
  show(element('failure', HTMLElement), false);
}

/** Says why a call failed. @param again tries it once more, where that may help */
export function showFailure(cause: unknown, again: () => void): void {
  const { text, advice, origin, mayRetry, accountHelps } = failureFrom(cause);
  element('failure-text', HTMLElement).textContent = text;
  element('failure-advice', HTMLElement).textContent = advice;
  element('failure-origin', HTMLElement).textContent = origin;
  const button = element('retry', HTMLButtonElement);
  button.onclick = again;
  show(button, mayRetry);
  show(element('failure-sign-up', HTMLElement), accountHelps);
  show(element('failure', HTMLElement), true);
}

function failureFrom(cause: unknown): Failure {
  if (cause instanceof CallFailed) return cause.failure;
  console.warn(cause);
  return failureOfPage('The answer could not be read.', 'Try again.', { mayRetry: true });
}
