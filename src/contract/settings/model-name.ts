/** What a network is called, in settings and in calls. */

/** As a whole word. */
export const namePattern = /^[A-Za-z0-9._-]{1,64}$/;

/** A setting with one of them. */
export const modelName = { pattern: namePattern, allowed: 'the role or name of a network' };

/** The same for a list of them. */
export const modelNames = { pattern: namePattern, allowed: 'names of networks separated by commas' };
