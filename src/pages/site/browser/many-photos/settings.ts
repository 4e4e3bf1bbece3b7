/** One setting for all photos: the fields of the form as a call. */
import { kinds } from '../../playground/kinds.ts';
import type { PageCall, PageOption } from '../playground/send.ts';

/** What the form holds, by the names of its fields. */
export type PhotoSettings = Readonly<Record<string, string>>;

/** Fields that are options of the API under the same name, sent where they are not empty. */
const plainFields = ['output_format', 'crop', 'aspect', 'max_size', 'shadow_type'];

/** What is asked of each photo. Options that are what they are by themselves, or that the operation lacks, are left out. */
export function callOf(settings: PhotoSettings): PageCall {
  const kind = kinds.find(({ name }) => name === settings.kind) ?? kinds[0];
  const operation = kind.operations.find(({ encoding }) => encoding === 'multipart') ?? kind.operations[0];
  const given: Record<string, string | undefined> = {
    ...Object.fromEntries(plainFields.map((name) => [name, settings[name]])),
    background_color: settings.background === 'colour' ? settings.colour : settings.background,
    crop_margin: settings.crop === 'subject' ? settings.crop_margin : '',
  };
  const options: Record<string, PageOption> = {};
  for (const [name, value] of Object.entries(given)) {
    const option = operation.options[name];
    if (option && value && value !== option.schema.default) options[name] = value;
  }
  return { operation, options };
}

/** What is filled in. */
export function settingsOf(form: HTMLFormElement): PhotoSettings {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return Object.fromEntries(entries);
}

/** Shows the fields that have an effect on what is chosen, and no others. */
export function showFitting(form: HTMLFormElement): void {
  const settings = settingsOf(form);
  const { operation } = callOf(settings);
  for (const field of form.querySelectorAll<HTMLElement>('[data-setting]')) {
    const { setting = '' } = field.dataset;
    const option = { kind: null, background: 'background_color' }[setting] ?? setting;
    const isOfCrop = setting === 'crop_margin';
    field.hidden = setting !== 'kind' && (!(option in operation.options) || (isOfCrop && settings.crop !== 'subject'));
  }
  const colour = form.elements.namedItem('colour');
  if (colour instanceof HTMLInputElement) colour.hidden = settings.background !== 'colour';
}

const storedName = 'edgematte.many-photos.settings';

/** Keeps them for the next time, so that the same photos are known again. A browser may store nothing. */
export function keepSettings(settings: PhotoSettings): void {
  try {
    localStorage.setItem(storedName, JSON.stringify(settings));
  } catch {}
}

/** Fills the form as it was the last time; what it no longer offers stays as it is. */
export function restoreSettings(form: HTMLFormElement): void {
  for (const [name, value] of Object.entries(keptSettings())) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === value)) field.value = value;
    } else if (field instanceof HTMLInputElement) field.value = value;
  }
}

function keptSettings(): PhotoSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storedName) ?? '{}');
    const entries = Object.entries(Object(kept)).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(entries) as PhotoSettings;
  } catch {
    return {};
  }
}
