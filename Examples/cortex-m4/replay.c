/* The firmware in C: the same recordings through libcardan's header, with the filter in a buffer of ours. Prints the lines of
 * Replay.swift. With -D FILTER=CARDAN_FILTER_VQF another filter than that of the options, where a library has several; with -D SPREAD_STEPS
 * each step of the default filter is spread over two samples. */

#include <cardan.h>
#include <stdbool.h>

#include "board.h"

static _Alignas(CARDAN_ALIGNMENT) unsigned char memory[8192];

static void write_text(const char *text) {
  uint32_t count = 0;
  while (text[count]) count++;
  board_write((const uint8_t *)text, count);
}

/* A number of up to so many decimal digits: all of them, or without leading zeros. */
static void write_number(uint32_t number, uint32_t divisor, bool is_padded) {
  for (; divisor > 0; divisor /= 10) {
    const char digit[] = {(char)('0' + number / divisor % 10), 0};
    if (is_padded || divisor == 1 || number >= divisor) write_text(digit);
  }
}

static void write_coordinate(float number) {
  const float size = number < 0 ? -number : number;
  const uint32_t scaled = (uint32_t)(size * 1e9f);
  write_text(number < 0 ? " -" : " +");
  write_number(scaled / 1000000000, 1, true);
  write_text(".");
  write_number(scaled % 1000000000, 100000000, true);
}

static uint32_t larger(uint32_t first, uint32_t second) { return first > second ? first : second; }

int main(void) {
  cardan_filter *filter;
  const cardan_options *chosen = NULL;
#if defined FILTER || defined SPREAD_STEPS
  cardan_options options = CARDAN_OPTIONS;
  chosen = &options;
#endif
#ifdef FILTER
  options.filter = FILTER;
#endif
#ifdef SPREAD_STEPS
  const cardan_parameter spread = {"spreads_steps", 1.0};
  options.parameters = &spread;
  options.parameter_count = 1;
#endif
  if (cardan_init_in_place(memory, sizeof memory, chosen, &filter) != CARDAN_OK) return 2;
  const uint32_t count = recording_count();
  const uint32_t stack_to_make = board_stack_use();
  board_paint_stack();
  uint32_t total = 0, most = 0, stack = 0;
  for (uint32_t index = 0; index < count; index++) {
    const recorded_sample sample = recording_sample(index);
    if (sample.interval == 0 && index > 0) {
      stack = larger(stack, board_stack_use());
      if (cardan_reset(filter) != CARDAN_OK) return 3;
      board_paint_stack();
    }
    const uint32_t before = board_instructions();
    cardan_update_float(filter, sample.interval, sample.angular_rate, sample.specific_force, sample.magnetic_field);
    const uint32_t cost = board_instructions() - before;
    total += cost;
    most = larger(most, cost);
    if (index % 10 != 9) continue;
    double wxyz[4];
    if (cardan_attitude(filter, CARDAN_FRAME_ENU, wxyz) != CARDAN_OK) return 4;
    write_number(index, 1000000000, false);
    for (int i = 0; i < 4; i++) write_coordinate((float)wxyz[i]);
    write_text("\n");
  }
  stack = larger(stack, board_stack_use());
  write_text("# instructions per update: mean ");
  write_number(total / count, 1000000000, false);
  write_text(", most ");
  write_number(most, 1000000000, false);
  write_text("\n# bytes: filter ");
  write_number((uint32_t)cardan_filter_size(chosen), 1000000000, false);
  write_text(", stack ");
  write_number(stack, 1000000000, false);
  write_text(", to make it ");
  write_number(stack_to_make, 1000000000, false);
  write_text("\n");
  return 0;
}
