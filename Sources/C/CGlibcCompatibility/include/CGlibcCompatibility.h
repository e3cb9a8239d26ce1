// CGlibcCompatibility: functions that older C libraries lack.
// Linked into the command, called by nothing of Cardan.
#ifndef CARDAN_GLIBC_COMPATIBILITY_H
#define CARDAN_GLIBC_COMPATIBILITY_H

float hypotf(float x, float y);

#endif
