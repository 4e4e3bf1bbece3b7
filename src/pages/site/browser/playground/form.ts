/** The form of the page: which operation, with which options. */
import { kinds } from '../../playground/kinds.ts';
import { choose, chosen, element } from './elements.ts';
import { finishOptions, showFinishControls } from './finish-form.ts';
import type { PageCall, PageOption } from './send.ts';

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
  return { operation, options: { ...finishOptions(operation), ...optionsOf(kind.name) } };
}

function optionsOf(kind: string): PageCall['options'] {
  const options: Record<string, PageOption> = {};
  for (const control of form().querySelectorAll<HTMLElement>(`[data-kind="${kind}"] [data-option]`)) {
    const { option = '', standard = '' } = control.dataset;
    const value = givenIn(control);
    if (value === '' || String(value) === standard) continue;
    if (value instanceof File) options[option] = value;
    else options[option] = value === 'true' || value === 'false' ? value === 'true' : value;
  }
  return options;
}

function givenIn(control: HTMLElement): PageOption {
  if (!(control instanceof HTMLInputElement)) return chosenIn(control);
  if (control.type === 'file') return control.files?.[0] ?? '';
  return control.type === 'checkbox' ? control.checked : control.value;
}

function chosenIn(control: HTMLElement): string {
  return control.querySelector<HTMLInputElement>('input:checked')?.value ?? '';
}

/** Shows the fields of the kind that is chosen, and no others. */
export function showFields(): void {
  const { name, operations } = chosenKind();
  showFinishControls(operations[0]);
  for (const fields of form().querySelectorAll<HTMLElement>('[data-kind]'))
    fields.hidden = fields.dataset.kind !== name;
}

/** Chooses a kind that suits a sample photo or a preset, where the one that is chosen does not: cars have kinds of their own. */
export function chooseKind(name: string): void {
  const isOfCars = (kind: string) => kind.startsWith('car-');
  if (isOfCars(chosen('kind')) !== isOfCars(name)) choose('kind', name);
  showFields();
}

/** Each file that is chosen has a button that takes it back. */
function showClearing(): void {
  for (const button of form().querySelectorAll<HTMLElement>('[data-clears]')) {
    button.hidden = !element(button.dataset.clears ?? '', HTMLInputElement).value;
  }
}

function clear({ target }: Event): void {
  if (!(target instanceof HTMLElement) || target.dataset.clears === undefined) return;
  const input = element(target.dataset.clears, HTMLInputElement);
  input.value = '';
  input.dispatchEvent(new Event('change', { bubbles: true }));
  input.focus();
}

/** Calls back when anything of the call changes. */
export function onCallChange(whenChanged: () => void): void {
  const heard = () => {
    showFields();
    showClearing();
    whenChanged();
  };
  form().addEventListener('change', heard);
  // A colour is seen while it is chosen.
  element('colour', HTMLInputElement).addEventListener('input', heard);
  form().addEventListener('click', clear);
}
