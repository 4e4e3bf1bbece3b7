/* Named by libwebp for the types of stdint.h. */
#pragma once
#include <stdint.h>
