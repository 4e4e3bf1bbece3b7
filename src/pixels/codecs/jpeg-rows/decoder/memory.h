/* Memory of one picture: malloc of stdlib.h gives it, up to a grant. */
#pragma once
#include <stddef.h>

/* Forgets all blocks. From now on the memory of the module stays within `granted_bytes`, its own data included. */
void start_memory(size_t granted_bytes);
