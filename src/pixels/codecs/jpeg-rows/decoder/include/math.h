/* Named by SIMDe, which uses the compiler's own functions. */
#pragma once
