/* Named by libwebp, which is built without its assertions. */
#pragma once
#define assert(holds) ((void)0)
