// No call of cardan.hpp in a loop allocates. It says nothing where all is well.
#include <cardan.hpp>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>

// The C library's own, beneath those that count.
extern "C" void *__libc_malloc(std::size_t);
extern "C" void *__libc_calloc(std::size_t, std::size_t);
extern "C" void *__libc_realloc(void *, std::size_t);
extern "C" void *__libc_memalign(std::size_t, std::size_t);

static std::atomic<unsigned> allocations{0};

extern "C" void *malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

extern "C" void *calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

extern "C" void *realloc(void *memory, std::size_t size) {
  ++allocations;
  return __libc_realloc(memory, size);
}

extern "C" void *aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

extern "C" int posix_memalign(void **memory, std::size_t alignment, std::size_t size) {
  ++allocations;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

using namespace std::chrono_literals;

/// Readings of a motion, of sample i at 200 Hz.
struct Sample {
  double rate[3], force[3], field[3];

  explicit Sample(int i) {
    const double phase = 0.03 * i;
    for (int axis = 0; axis < 3; ++axis) rate[axis] = 0.5 * std::sin(phase + axis);
    force[0] = std::cos(phase), force[1] = std::sin(2 * phase), force[2] = 9.81;
    field[0] = 20 * std::cos(0.1 * phase), field[1] = 20 * std::sin(0.1 * phase), field[2] = -40;
  }
};

static bool allocates_nothing(const char *what, unsigned before) {
  const unsigned own = allocations - before;
  if (own != 0) std::fprintf(stderr, "allocations.cpp: %u in %s\n", own, what);
  return own == 0;
}

int main() {
  // It counts what the library allocates, too.
  unsigned before = allocations;
  cardan::Filter filter;
  const unsigned making = allocations - before;
  if (making == 0) std::fprintf(stderr, "allocations.cpp: not counted\n");
  bool is_good = making > 0;

  // The first calls of a program may allocate in the runtime libraries.
  std::array<unsigned char, 16384> bytes;
  const auto loop = [&](int from, int to) {
    double sum = 0;
    for (int i = from; i < to; ++i) {
      const Sample sample(i);
      if (i % 40 == 0) {
        if (filter.observe_velocity(cardan::GroundVelocity::ned(0, 0), 0.2, 100ms) != CARDAN_OK) return cardan::missing;
        if (filter.observe_speed(0) != CARDAN_OK) return cardan::missing;
        filter.set_parameter("accelerometer_noise", 0.05);
        filter.snapshot(bytes.data(), bytes.size());
      }
      filter.update(5ms, sample.rate, sample.force, i % 4 ? cardan::Reading() : cardan::Reading(sample.field));
      sum += filter.motion().tilt_sigma + filter.euler()[0] + filter.matrix()[0] + filter.gravity()[2] +
             filter.user_acceleration()[0] + filter.angular_rate()[0] + filter.gyroscope_bias()[0] +
             filter.gyroscope_bias_sigma()[0] + filter.hard_iron()[0] + filter.attitude(CARDAN_FRAME_NED)[0];
    }
    return sum;
  };
  loop(0, 400);
  before = allocations;
  is_good &= std::isfinite(loop(400, 4000));
  is_good &= allocates_nothing("the loop of a filter", before);

  // A fixed lag grows to what its latency needs.
  cardan::Filter waiting;
  cardan::FixedLag lag(waiting, 0.5);
  int taken = 0;
  for (int i = 0; i < 20000; ++i) {
    if (i == 250) before = allocations;
    const Sample sample(i);
    lag.update_at(i * std::chrono::nanoseconds(5ms), sample.rate, sample.force, sample.field);
    while (lag.next()) ++taken;
  }
  is_good &= allocates_nothing("the loop of a fixed lag", before) && taken > 19800;
  return is_good ? 0 : 1;
}
