/** The field that searches the documentation: a script shows what is found while it is filled in, the index does when it is sent. */

/** @param query what was asked for */
export function SearchForm({ query }: { readonly query?: string }) {
  return (
    <search>
      <form class="search" action="/docs/index">
        <label class="apart" for="search">
          Search the documentation
        </label>
        <input
          type="search"
          id="search"
          name="q"
          value={query}
          placeholder="Search"
          autocomplete="off"
          maxlength={100}
        />
        <button type="submit" class="quiet" aria-label="Search">
          <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <circle cx="9" cy="9" r="6" />
            <path d="m13.5 13.5 4 4" />
          </svg>
        </button>
      </form>
    </search>
  );
}
