/** The search of the documentation: what is found is shown while the field is filled in. The index is loaded once, when the field is used. */
import { found, type IndexEntry } from '../search/search.ts';

const form = document.querySelector<HTMLFormElement>('form.search');
const field = form?.querySelector<HTMLInputElement>('input');
if (form && field) searchIn(form, field);

function searchIn(form: HTMLFormElement, field: HTMLInputElement): void {
  const panel = document.createElement('div');
  panel.className = 'results';
  panel.hidden = true;
  const count = document.createElement('p');
  count.className = 'apart';
  count.role = 'status';
  form.append(panel, count);
  let index: Promise<readonly IndexEntry[]> | null = null;

  const load = () => {
    index ??= fetch('/docs/search.json').then((answer) => {
      if (!answer.ok) throw new Error(`The index was answered ${answer.status}`);
      return answer.json();
    });
    // A later use tries again.
    index.catch(() => {
      index = null;
    });
    return index;
  };
  const close = () => {
    panel.hidden = true;
  };
  const show = async () => {
    const query = field.value;
    const entries = found(await load(), query);
    // Of several that wait for the index, only the last one counts.
    if (query !== field.value) return;
    panel.replaceChildren(...entries.map(linkTo));
    panel.hidden = entries.length === 0;
    count.textContent = query.trim() === '' ? '' : `${entries.length} found`;
  };

  field.addEventListener('focus', () => void load().catch(() => {}));
  // Without the index the form still leads to what is found.
  field.addEventListener('input', () => void show().catch(close));
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden) {
      event.preventDefault();
      close();
      field.focus();
      return;
    }
    if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || panel.hidden) return;
    event.preventDefault();
    const stops = [field, ...panel.querySelectorAll('a')];
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const at = stops.findIndex((stop) => stop.matches(':focus'));
    stops[Math.min(Math.max(at + step, 0), stops.length - 1)].focus();
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) close();
  });
  // A link within the page leaves the page as it is.
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) close();
  });
}

function linkTo({ title, of, path }: IndexEntry): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = path;
  const name = document.createElement('b');
  name.textContent = title;
  const place = document.createElement('span');
  place.className = 'note';
  place.textContent = of;
  link.append(name, ' ', place);
  return link;
}
