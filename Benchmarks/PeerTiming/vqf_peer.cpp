// VQF and BasicVQF of the vqf package behind one C function, with the loop of Cardan's benchmarks: a sample in, an
// attitude out; and the offline variant over the whole recording.
#include <cstddef>
#include <vector>

#include "basicvqf.hpp"
#include "offline_vqf.hpp"
#include "vqf.hpp"

namespace {

template <typename Filter>
double run(const double *rows, std::size_t count, double interval, int axes, void (*mark)()) {
  Filter filter(interval);
  double attitude[4];
  double sum = 0;
  if (mark) mark();
  for (std::size_t i = 0; i < count; ++i) {
    const double *row = rows + 9 * i;
    if (axes == 9) {
      filter.update(row, row + 3, row + 6);
      filter.getQuat9D(attitude);
    } else {
      filter.update(row, row + 3);
      filter.getQuat6D(attitude);
    }
    sum += attitude[0];
    if (mark) mark();
  }
  return sum;
}

double runOffline(const double *rows, std::size_t count, double interval, int axes) {
  std::vector<double> rate, force, field, attitude(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const double *row = rows + 9 * i;
    rate.insert(rate.end(), row, row + 3);
    force.insert(force.end(), row + 3, row + 6);
    field.insert(field.end(), row + 6, row + 9);
  }
  double *level = axes == 9 ? nullptr : attitude.data();
  double *north = axes == 9 ? attitude.data() : nullptr;
  offlineVQF(rate.data(), force.data(), axes == 9 ? field.data() : nullptr, count, interval, VQFParams(), level, north,
             nullptr, nullptr, nullptr, nullptr, nullptr);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += attitude[4 * i];
  return sum;
}

}  // namespace

// Runs a filter (0: VQF, 1: BasicVQF, 2: offlineVQF) over `count` rows of nine numbers (rad/s, m/s^2, uT); returns the sum
// of the real parts of its quaternions. `mark`, if not NULL, is called before the first update and after each.
extern "C" double cardan_vqf_run(int filter, const double *rows, std::ptrdiff_t count, double rate, int axes,
                                 void (*mark)()) {
  const auto rowCount = static_cast<std::size_t>(count);
  if (filter == 2) return runOffline(rows, rowCount, 1 / rate, axes);
  return filter == 0 ? run<VQF>(rows, rowCount, 1 / rate, axes, mark)
                     : run<BasicVQF>(rows, rowCount, 1 / rate, axes, mark);
}
