/** Markdown without its marks, on one line, for the index. */
export function plain(markdown: string): string {
  return markdown
    .replace(/^ *```.*$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#+ |^\|[-| ]+\|$|[`*]/gm, '')
    .replace(/[|\s]+/g, ' ')
    .trim();
}
