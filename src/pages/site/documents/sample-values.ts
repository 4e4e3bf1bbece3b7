/** What texts that are built once say, and each deployment replaces by its own. */

/** The address of the service. */
export const sampleOrigin = 'http://127.0.0.1:8787';
/** Whom to write to. */
export const sampleSupportEmail = 'support@example.com';
