/* libjpeg-turbo's settings, as its build would write them. */
#pragma once
#define JPEG_LIB_VERSION 62
#define LIBJPEG_TURBO_VERSION 3.1.0
#define LIBJPEG_TURBO_VERSION_NUMBER 3001000
#define D_ARITH_CODING_SUPPORTED 1
#define WITH_SIMD 1
#define BITS_IN_JSAMPLE 8
