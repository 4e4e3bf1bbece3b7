/** Pages whose tables are made of figures that are kept as data. */

/**
 * A page with each marked table made anew: what is between `<!-- table NAME -->` and `<!-- end -->`.
 * @param tables by their names
 * @throws Error where a page marks a table that there is not
 */
export function pageWithTables(page: string, tables: Readonly<Record<string, () => string>>): string {
  return page.replace(
    /(<!-- table ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => {
      if (!Object.hasOwn(tables, name)) throw new Error(`There is no table ${name}`);
      return `${begin}${tables[name]()}\n${end}`;
    },
  );
}
