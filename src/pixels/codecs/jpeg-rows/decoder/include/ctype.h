/* Named by libjpeg-turbo, used by it only on Linux. */
#pragma once
