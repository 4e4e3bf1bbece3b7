/** A box that is ticked before something is done that customers notice. It needs no script. */

/** What is said where the box was not ticked. */
export const notSure = 'Nothing was done: the box that confirms it was not ticked.';

/** The box. */
export function Sure() {
  return (
    <label class="choice">
      <input type="checkbox" name="sure" value="yes" required />
      <span>I am sure</span>
    </label>
  );
}

/** Whether the box of a form was ticked. */
export function isSure(form: URLSearchParams): boolean {
  return form.get('sure') === 'yes';
}
