/** The form of the page: which operation, with which options. */
import { kinds } from '../../playground/kinds.ts';
import { choose, chosen, element } from './elements.ts';
import type { PageCall } from './send.ts';

const form = () => element('call', HTMLFormElement);

/** The kind of task that is chosen. */
function chosenKind() {
  const name = chosen('kind');
  return kinds.find((kind) => kind.name === name) ?? kinds[0];
}

/** What the form asks for now. Options that are what they are by themselves are left out. */
export function callOfForm(): PageCall {
  const kind = chosenKind();
  const encoding = chosen(`${kind.name}.encoding`);
  const operation = kind.operations.find((each) => each.encoding === encoding) ?? kind.operations[0];
  return { operation, options: optionsOf(kind.name) };
}

function optionsOf(kind: string): PageCall['options'] {
  const options: Record<string, string | boolean> = {};
  for (const control of form().querySelectorAll<HTMLElement>(`[data-kind="${kind}"] [data-option]`)) {
    const { option = '', standard = '' } = control.dataset;
    const value = givenIn(control);
    if (value === '' || String(value) === standard) continue;
    options[option] = value === 'true' || value === 'false' ? value === 'true' : value;
  }
  return options;
}

function givenIn(control: HTMLElement): string | boolean {
  if (control instanceof HTMLInputElement) return control.type === 'checkbox' ? control.checked : control.value;
  return control.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
}

/** Shows the fields of the kind that is chosen, and no others. */
export function showFields(): void {
  const { name } = chosenKind();
  for (const fields of form().querySelectorAll<HTMLElement>('[data-kind]'))
    fields.hidden = fields.dataset.kind !== name;
}

/** Chooses a kind that suits a sample photo, where the one that is chosen does not: cars have kinds of their own. */
export function chooseKind(name: string): void {
  const isOfCars = (kind: string) => kind.startsWith('car-');
  if (isOfCars(chosen('kind')) !== isOfCars(name)) choose('kind', name);
  showFields();
}

/** Calls back when anything of the call changes. */
export function onCallChange(whenChanged: () => void): void {
  const heard = () => {
    showFields();
    whenChanged();
  };
  form().addEventListener('change', heard);
  element('kinds', HTMLElement).addEventListener('change', heard);
}
