/** The controls of what a result looks like, as options of the API. */
import type { ProcessingOperation } from '../../../../contract/operations.ts';
import { choose, chosen, element, show } from './elements.ts';
import type { PageOption } from './send.ts';

/** What the controls say, by their names; the picture under the cutout is a file and not among it. */
export type FinishChoice = Readonly<Record<FinishControl, string>>;

const radios = ['background', 'crop', 'shape', 'shadow', 'format'] as const;
const fields = ['colour', 'margin', 'takes', 'longest', 'quality'] as const;
type FinishControl = (typeof radios)[number] | (typeof fields)[number];

/** All as it is by itself. */
export const plainChoice: FinishChoice = {
  ...{ background: '', crop: 'none', shape: '', shadow: 'none', format: 'png' },
  ...{ colour: '#2f6fde', margin: '', takes: '', longest: '', quality: '' },
};

const field = (name: (typeof fields)[number]) => element(name, HTMLInputElement);
const picture = () => element('background-picture', HTMLInputElement);

/** What the controls say now. */
export function finishChoice(): FinishChoice {
  const entries = [...radios.map((name) => [name, chosen(name)]), ...fields.map((name) => [name, field(name).value])];
  return { ...plainChoice, ...Object.fromEntries(entries) };
}

/** Sets the controls. */
export function setFinishChoice(choice: FinishChoice): void {
  for (const name of radios) choose(name, choice[name]);
  for (const name of fields) field(name).value = choice[name];
}

/** The options that the controls ask of an operation; those that it does not have, and that are so by themselves, are left out. */
export function finishOptions(operation: ProcessingOperation): Readonly<Record<string, PageOption>> {
  const choice = finishChoice();
  const { background } = choice;
  const colour = background === 'colour' ? choice.colour : background === 'picture' ? '' : background;
  const asked: Readonly<Record<string, PageOption>> = {
    background_color: colour,
    background_image: background === 'picture' ? (picture().files?.[0] ?? '') : '',
    crop: choice.crop === 'none' ? '' : choice.crop,
    crop_margin: choice.crop === 'subject' && choice.margin ? `${choice.margin}%` : '',
    aspect: choice.shape,
    scale: choice.takes,
    max_size: choice.longest,
    shadow: choice.shadow === 'none' ? '' : choice.shadow,
    output_format: choice.format === 'png' ? '' : choice.format,
    output_quality: choice.format === 'png' ? '' : choice.quality,
  };
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => value !== '' && name in operation.options));
}

/** Shows the controls that an operation has, and those that another choice makes useful. */
export function showFinishControls({ options }: ProcessingOperation): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-needs]')) {
    part.hidden = !((part.dataset.needs ?? '') in options);
  }
  show(element('margin-label', HTMLElement), chosen('crop') === 'subject');
  show(element('quality-label', HTMLElement), chosen('format') !== 'png');
}

/** A colour or a picture that is given is chosen by that. */
export function serveBackground(): void {
  const colour = element('colour', HTMLInputElement);
  for (const event of ['input', 'click']) colour.addEventListener(event, () => choose('background', 'colour'));
  // The colour that is there may be the one that is wanted.
  colour.addEventListener('click', () => colour.dispatchEvent(new Event('change', { bubbles: true })));
  picture().addEventListener('change', () => {
    const [file] = picture().files ?? [];
    choose('background', file ? 'picture' : '');
    element('background-name', HTMLElement).textContent = file ? file.name : 'Picture …';
    show(element('own-background', HTMLElement), file !== undefined);
  });
}
