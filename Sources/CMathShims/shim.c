#include "CMathShims.h"
