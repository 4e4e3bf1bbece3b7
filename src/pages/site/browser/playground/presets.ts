/** Options under a name: those of the page by purpose, and own ones, which are kept in this browser. */
import { element } from './elements.ts';
import { type FinishChoice, finishChoice, plainChoice, setFinishChoice } from './finish-form.ts';
import { PageMemory, type TextStorage } from './repeat-keys.ts';

export interface Preset {
  readonly name: string;
  /** The kind of task that it is for; null for any. */
  readonly kind: string | null;
  readonly choice: FinishChoice;
}

export const presets: readonly Preset[] = [
  { name: 'Transparent PNG', kind: null, choice: plainChoice },
  {
    name: 'Marketplace',
    kind: null,
    choice: { ...plainChoice, background: '#ffffff', shape: '1:1', takes: '85', format: 'jpeg' },
  },
  {
    name: 'Car listing',
    kind: 'car-cutout',
    choice: { ...plainChoice, background: '#ffffff', shape: '4:3', takes: '90', format: 'jpeg' },
  },
];

const storageName = 'edgematte.presets';
const mostPresets = 12;

/** The own presets; none where nothing that can be read is stored. */
export function ownPresets(storage: TextStorage): readonly Preset[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageName) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.map(presetOf).filter((preset) => preset !== null);
  } catch {
    return [];
  }
}

function presetOf(given: unknown): Preset | null {
  const { name, choice } = Object(given);
  if (typeof name !== 'string' || typeof choice !== 'object') return null;
  const known = Object.entries(plainChoice).map(([control, plain]) => {
    const value: unknown = Object(choice)[control];
    return [control, typeof value === 'string' ? value : plain];
  });
  return { name, kind: null, choice: { ...plainChoice, ...Object.fromEntries(known) } };
}

/**
 * Keeps the own presets.
 * @returns what a person should know of it, in one sentence; nothing where they outlast the page
 * @throws DOMException where the storage is full
 */
function keep(storage: TextStorage, own: readonly Preset[]): string {
  const text = JSON.stringify(own.slice(-mostPresets).map(({ name, choice }) => ({ name, choice })));
  if (own.length === 0) storage.removeItem(storageName);
  else storage.setItem(storageName, text);
  const isLost = storage instanceof PageMemory && own.length > 0;
  return isLost ? 'This browser stores nothing here, so own presets are lost when you leave this page.' : '';
}

/**
 * Shows the presets, and lets one be chosen, saved and deleted.
 * @param whenChosen called once the controls are set, with the kind that the preset is for
 */
export function servePresets(storage: TextStorage, whenChosen: (kind: string | null) => void): void {
  const place = element('presets', HTMLElement);
  const name = element('preset-name', HTMLInputElement);
  const note = element('preset-note', HTMLElement);
  /** Keeps those, and shows them with what is to be said. @returns whether they are kept */
  const change = (own: readonly Preset[]): boolean => {
    try {
      note.textContent = keep(storage, own);
    } catch {
      note.textContent = 'The storage of this browser is full, so nothing was changed.';
      return false;
    }
    showAll();
    return true;
  };
  const showAll = () => {
    const own = ownPresets(storage);
    const buttons = [...presets, ...own].map((preset) =>
      buttonOf(preset.name, () => {
        setFinishChoice(preset.choice);
        whenChosen(preset.kind);
      }),
    );
    const deleting = own.map((preset) => {
      const button = buttonOf('×', () => {
        if (change(own.filter((each) => each.name !== preset.name))) name.focus();
      });
      button.setAttribute('aria-label', `Delete ${preset.name}`);
      return button;
    });
    place.replaceChildren(
      ...buttons.slice(0, presets.length),
      ...own.flatMap((_, index) => [buttons[presets.length + index], deleting[index]]),
    );
  };
  const save = () => {
    const wanted = name.value.trim();
    if (wanted === '') return name.focus();
    const others = ownPresets(storage).filter((preset) => preset.name !== wanted);
    if (change([...others, { name: wanted, kind: null, choice: pictureless(finishChoice()) }])) name.value = '';
  };
  element('save-preset', HTMLButtonElement).addEventListener('click', save);
  name.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // The call is not what is sent.
    event.preventDefault();
    save();
  });
  showAll();
}

/** A picture is not stored. */
function pictureless(choice: FinishChoice): FinishChoice {
  return choice.background === 'picture' ? { ...choice, background: '' } : choice;
}

function buttonOf(text: string, whenPressed: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet small';
  button.textContent = text;
  button.addEventListener('click', whenPressed);
  return button;
}
