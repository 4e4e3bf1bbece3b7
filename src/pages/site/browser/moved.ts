/**
 * When the reference was one page, `/docs#OPERATION` was the place of an operation. It is now an entry with a link to its page,
 * and leads on by itself where scripts run.
 */

const entry = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
const link = entry?.matches('li') ? entry.querySelector('a') : null;
if (link) location.replace(link.href);

export {};
