/**
 * The behaviour of workerd that all Workers ask for, here as in the wrangler.toml files: the newest that the workerd of
 * package.json knows. With a later date it starts nothing.
 */
export const compatibilityDate = '2026-11-17';
