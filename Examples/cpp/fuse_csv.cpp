// Fuses a whole recording in buffers of the program: fuse_csv LOG > quaternions. Uses Eigen if it is installed.
#if __has_include(<Eigen/Dense>)
#include <Eigen/Dense>
#endif
#include <cardan.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main(int count, char **arguments) try {
  if (count != 2) {
    std::cerr << "usage: fuse_csv LOG\n";
    return 2;
  }
  std::vector<std::int64_t> time;
  std::vector<double> readings; // nine numbers a row
  std::ifstream log(arguments[1]);
  for (std::string line; std::getline(log, line);) {
    if (line.empty() || (line[0] != '-' && !std::isdigit(static_cast<unsigned char>(line[0])))) continue;
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    time.push_back(std::llround(std::stold(cell) * 1e9L));
    for (int i = 0; i < 9; ++i) readings.push_back(std::getline(cells, cell, ',') && !cell.empty() ? std::stod(cell) : NAN);
  }

  const std::size_t rows = time.size();
  cardan::Options options;
  options.filter = cardan::filter_named("default");
  cardan::Filter filter(options);

  cardan_recording recording = CARDAN_RECORDING;
  recording.count = rows;
  recording.time = cardan_timestamps(time.data());
  const std::ptrdiff_t row = 9 * sizeof(double), column = sizeof(double);
  recording.angular_rate = cardan::Rows<double>(readings.data(), rows, row, column).input();
  recording.specific_force = cardan::Rows<double>(readings.data() + 3, rows, row, column).input();
  recording.magnetic_field = cardan::Rows<double>(readings.data() + 6, rows, row, column).input();

  cardan_results results = CARDAN_RESULTS;
#ifdef EIGEN_CORE_H
  Eigen::MatrixX4d quaternions(rows, 4);
  results.quaternion = cardan::Rows<double>(quaternions).output();
#else
  std::vector<double> values(rows * 4);
  results.quaternion = cardan::Rows<double>(values.data(), rows, 4).output();
  const auto quaternions = [&](std::size_t i, int j) { return values[i * 4 + j]; };
#endif
  filter.fuse(recording, results);

  std::puts("t [s],q_w,q_x,q_y,q_z");
  for (std::size_t i = 0; i < rows; ++i)
    std::printf("%lld.%09lld,%.9f,%.9f,%.9f,%.9f\n", static_cast<long long>(time[i] / 1000000000),
                static_cast<long long>(time[i] % 1000000000), quaternions(i, 0), quaternions(i, 1), quaternions(i, 2),
                quaternions(i, 3));
  return 0;
} catch (const std::exception &error) {
  std::cerr << "fuse_csv: " << error.what() << "\n";
  return 1;
}
