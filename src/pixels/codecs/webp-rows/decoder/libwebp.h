/* What libwebp was given here. */
#pragma once

/* It has asked for more memory than there was. Its own status says so, too, of alpha that is broken. */
extern int had_no_memory;
/* No table of codes has been made. */
void start_tables(void);
