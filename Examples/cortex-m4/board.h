// What a program needs of the board it runs on: somewhere to write, a counter, and the recordings.
// startup.c is the Cortex-M4 board in QEMU, host.c this machine.
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/// A row of a recording: SI units, body axes, not-a-number where a sensor has no reading. The interval of the first row
/// of each recording is 0.
typedef struct {
  float interval;
  float angular_rate[3];
  float specific_force[3];
  float magnetic_field[3];
} recorded_sample;

/// The number of rows of all recordings, and a row.
uint32_t recording_count(void);
recorded_sample recording_sample(uint32_t index);

/// Writes bytes to where a person or a test can read them.
void board_write(const uint8_t *bytes, uint32_t count);

/// A count that goes up with the instructions executed; the difference of two calls is their number, to a few tens.
/// Always 0 on the host.
uint32_t board_instructions(void);

/// The most of the stack that was in use since the start or the last painting, in bytes; 0 on the host.
uint32_t board_stack_use(void);

/// Forgets what was in use of the stack up to now.
void board_paint_stack(void);

#endif
