/* zlib-ng declares functions of files; none is built. */
#pragma once
typedef long off_t;
