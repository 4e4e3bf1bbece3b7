/* libjpeg-turbo's settings for itself, as its build would write them. */
#pragma once
#define HIDDEN
#define INLINE inline __attribute__((always_inline))
#define THREAD_LOCAL
#define SIZEOF_SIZE_T 4
#define FALLTHROUGH __attribute__((fallthrough));
