/** Where a person points at what is wrong with a result: tools, the holes of a graphic, what is said, and the layer over the picture. */
import type { Child } from 'hono/jsx';
import { Segments } from './controls.tsx';

/** @param children what helps beside a click */
export function MendTools({ children }: { readonly children?: Child }) {
  return (
    <div class="mend">
      <p id="mend-question" hidden>
        Something wrong? Click what should stay or go.
      </p>
      <div class="row">
        <Tool kind="keep" label="Keep" />
        <Tool kind="drop" label="Drop" />
        {children}
        <div id="mend-holes" hidden>
          <Segments
            legend="Holes"
            name="mend-holes"
            values={[
              ['auto', 'Auto'],
              ['open', 'Open'],
              ['filled', 'Filled'],
            ]}
            chosen="auto"
            isTitled
          />
        </div>
        <button class="quiet small" type="button" id="undo-step" aria-keyshortcuts="Z" hidden>
          Undo
        </button>
      </div>
      <p class="note" id="mend-note" role="status"></p>
    </div>
  );
}

/** What a click says; without one of these, that what is there is wrong. */
function Tool({ kind, label }: { readonly kind: 'keep' | 'drop'; readonly label: string }) {
  const letter = label.charAt(0);
  return (
    <button
      class="quiet small tool"
      type="button"
      id={`tool-${kind}`}
      aria-pressed="false"
      aria-keyshortcuts={letter}
      hidden
    >
      <span class="point" data-kind={kind} aria-hidden="true" />
      {label}
      <span class="letter" aria-hidden="true">
        {letter}
      </span>
    </button>
  );
}

/** Over the picture: what was clicked, and the cross for the keyboard. */
export function PointLayer() {
  return (
    <>
      <div class="marks" id="marks" aria-hidden="true"></div>
      <div
        class="pointing"
        id="pointing"
        role="application"
        tabindex={0}
        aria-label="Points on the picture. Arrow keys move the cross, with Shift by a little. Enter marks what is under it. K keeps, D drops, Z takes the last step back, Escape ends."
        hidden
      >
        <div class="cross" id="cross" hidden></div>
      </div>
    </>
  );
}
