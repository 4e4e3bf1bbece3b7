/**
 * A Worker beside the others on this machine: each request to it brings the directory up to date, and notes what was applied in
 * the table that wrangler uses for it. What it applies is part of it, so it may be asked by anybody.
 */
const journal = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

export default {
  async fetch(_request, { DIRECTORY, MIGRATIONS }) {
    try {
      await update(DIRECTORY, MIGRATIONS);
      return new Response(null, { status: 204 });
    } catch (cause) {
      return new Response(String(cause), { status: 500 });
    }
  },
};

async function update(directory, migrations) {
  await directory.prepare(journal).run();
  const { results } = await directory.prepare('SELECT name FROM d1_migrations').all();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, statements } of migrations) {
    if (applied.has(name)) continue;
    const prepared = statements.map((text) => directory.prepare(text));
    await directory.batch([...prepared, directory.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)]);
  }
}
