/** What is known of a result, as the page shows it: facts, times, the view of a car. */
import { showView } from './compass.ts';
import { element } from './elements.ts';
import { duration, factsOf } from './facts.ts';
import type { Made } from './make.ts';

/** Shows what is known of a result; nothing for null. */
export function showKnown(result: Made | null): void {
  showView(result?.outcome.known.view ?? null);
  const facts = result ? factsOf(result.outcome, result.milliseconds) : [];
  element('facts', HTMLElement).replaceChildren(
    ...facts.map(([term, text]) => {
      const pair = document.createElement('div');
      pair.append(textOf('dt', term), textOf('dd', text));
      return pair;
    }),
  );
  const own = serverSteps(result?.headers.get('Server-Timing') ?? '');
  element('stages', HTMLElement).replaceChildren(
    ...(result?.stages ?? []).map(([name, milliseconds]) => {
      const within = name === 'Working' && own ? ` (${own})` : '';
      return textOf('li', `${name} ${duration(milliseconds)}${within}`);
    }),
  );
}

/** `name;dur=12.3` entries of `Server-Timing`; steps too short to measure are left out. */
function serverSteps(header: string): string {
  return [...header.matchAll(/([\w-]+);dur=([\d.]+)/g)]
    .filter(([, , text]) => Number(text) >= 1)
    .map(([, name, text]) => `${name} ${duration(Number(text))}`)
    .join(', ');
}

function textOf(tag: string, text: string): HTMLElement {
  const found = document.createElement(tag);
  found.textContent = text;
  return found;
}
