/** A box that is ticked before something is done that customers notice. It needs no script. */
import type { Child } from 'hono/jsx';

/** What is said where the box was not ticked. */
export const notSure = 'Nothing was done: the box that confirms it was not ticked.';

/** The box. @param children what the ticking says yes to */
export function Sure({ children }: { readonly children?: Child }) {
  return (
    <label class="choice">
      <input type="checkbox" name="sure" value="yes" required />
      {children}
    </label>
  );
}

/** Whether the box of a form was ticked. */
export function isSure(form: URLSearchParams): boolean {
  return form.get('sure') === 'yes';
}
