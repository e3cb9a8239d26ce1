// The C++ of VQF (PyPI, fetched by compare-vqf, not part of this repository) on the same board, with the same recordings
// and the same counts as Replay.swift.
#include "vqf.hpp"

extern "C" {
#include "board.h"
}

namespace {

void write(const char *text) {
  uint32_t count = 0;
  while (text[count]) count++;
  board_write(reinterpret_cast<const uint8_t *>(text), count);
}

void write(uint32_t number, uint32_t divisor) {
  for (; divisor > 0; divisor /= 10) {
    const char digit[] = {static_cast<char>('0' + number / divisor % 10), 0};
    write(digit);
  }
}

// A filter for the recording that begins at a row. The class has its rates for good: that of the magnetometer too.
VQF filterFrom(uint32_t first) {
  const float interval = recording_sample(first + 1).interval;
  uint32_t next = first + 1;
  while (recording_sample(next).magnetic_field[0] != recording_sample(next).magnetic_field[0]) next++;
  return VQF(interval, interval, interval * (next - first));
}

}  // namespace

int main() {
  uint32_t total = 0, most = 0;
  const uint32_t count = recording_count();
  VQF filter = filterFrom(0);
  for (uint32_t index = 0; index < count; index++) {
    const recorded_sample sample = recording_sample(index);
    if (sample.interval == 0) filter = filterFrom(index);
    vqf_real_t rate[3], force[3], field[3];
    for (int axis = 0; axis < 3; axis++) {
      rate[axis] = sample.angular_rate[axis];
      force[axis] = sample.specific_force[axis];
      field[axis] = sample.magnetic_field[axis];
    }
    const uint32_t before = board_instructions();
    // Without a reading of the magnetometer it takes the two others.
    if (field[0] == field[0])
      filter.update(rate, force, field);
    else
      filter.update(rate, force);
    const uint32_t cost = board_instructions() - before;
    total += cost;
    if (cost > most) most = cost;
    if (index % 10 != 9) continue;
    vqf_real_t wxyz[4];
    filter.getQuat9D(wxyz);
    write(index, 1000);
    for (const vqf_real_t coordinate : wxyz) {
      write(coordinate < 0 ? " -" : " +");
      const auto scaled = static_cast<uint32_t>((coordinate < 0 ? -coordinate : coordinate) * vqf_real_t(1e9));
      write(scaled / 1000000000, 1);
      write(".");
      write(scaled % 1000000000, 100000000);
    }
    write("\n");
  }
  write("# instructions per update: mean ");
  write(total / count, 10000);
  write(", most ");
  write(most, 10000);
  write("\n# bytes: filter ");
  write(sizeof(VQF), 1000);
  write(", stack ");
  write(board_stack_use(), 10000);
  write("\n");
}
