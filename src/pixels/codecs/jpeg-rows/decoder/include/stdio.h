/* libjpeg declares sources and sinks of stdio; none is built. */
#pragma once
#include <stddef.h>
typedef struct FILE FILE;
