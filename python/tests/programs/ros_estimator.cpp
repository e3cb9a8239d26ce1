// Runs the estimator of ros/cardan_ros_cpp over the events of standard input, and writes what it finds with all digits.
#include <cardan_ros/health.hpp>

#include <chrono>
#include <iostream>
#include <sstream>
#include <string>

using namespace cardan_ros;

namespace {

/// "nan" and hexadecimal digits too.
double number(std::istream &line) {
  std::string word;
  line >> word;
  return std::strtod(word.c_str(), nullptr);
}

Estimator::Vector vector(std::istream &line) {
  Estimator::Vector numbers;
  for (double &each : numbers) each = number(line);
  return numbers;
}

/// A missing reading is "none".
std::optional<Estimator::Vector> reading(std::istream &line) {
  if ((line >> std::ws).peek() != 'n') return vector(line);
  std::string word;
  line >> word;
  if (word == "none") return std::nullopt;
  Estimator::Vector numbers = {std::strtod(word.c_str(), nullptr), number(line), number(line)};
  return numbers;
}

/// "true", "12", "0.5" or a text, as ROS takes a value.
Value value(const std::string &words) {
  if (words == "true" || words == "false") return words == "true";
  char *end = nullptr;
  const double number = std::strtod(words.c_str(), &end);
  if (words.empty() || *end != '\0') return words;
  if (words.find_first_not_of("-0123456789") == std::string::npos) return std::int64_t(number);
  return number;
}

/// Pairs of a name and a value up to the end of the line; those of the filter begin with its prefix.
void read_parameters(std::istream &line, std::map<std::string, Value> &values, std::map<std::string, Value> &of_filter) {
  std::string name, words;
  const std::string prefix = filter_prefix;
  while (line >> name >> words) {
    const bool is_of_filter = name.rfind(prefix, 0) == 0;
    (is_of_filter ? of_filter : values)[is_of_filter ? name.substr(prefix.size()) : name] = value(words);
  }
}

template <typename Numbers>
void write(const Numbers &numbers) {
  char text[40];
  for (const double each : numbers) {
    std::snprintf(text, sizeof text, "%.17g ", each);
    std::cout << text;
  }
}

void run(std::istream &input) {
  std::string line;
  std::getline(input, line);
  std::map<std::string, Value> values, of_filter;
  std::istringstream first(line);
  read_parameters(first, values, of_filter);
  Settings settings;
  for (const auto &[name, each] : values) settings.set(name, each);
  for (const auto &[name, each] : of_filter) settings.set_filter_parameter(name, each);
  settings.check();
  Estimator estimator(settings);
  HealthReport report(settings.use_mag);
  std::optional<std::uint32_t> flags;
  while (std::getline(input, line)) {
    std::istringstream words(line);
    std::string kind;
    std::int64_t t = 0;
    words >> kind;
    if (kind == "field") {
      words >> t;
      estimator.add_field(t, vector(words));
    } else if (kind == "sample") {
      words >> t;
      const auto gyro = reading(words), accel = reading(words);
      const auto attitude = estimator.add_sample(t, gyro, accel);
      if (attitude) {
        flags = attitude->flags;
        write(attitude->quaternion);
        write(attitude->covariance);
        write(attitude->user_acceleration);
        write(attitude->angular_rate);
        write(attitude->roll_pitch_yaw());
        std::cout << attitude->flags << '\n';
      } else {
        std::cout << "late\n";
      }
    } else if (kind == "velocity" || kind == "speed") {
      words >> t;
      const double east = number(words), north = number(words), sigma = number(words), lateral = number(words);
      estimator.add_velocity(t, {{east, north}, sigma, lateral, kind == "speed"});
    } else if (kind == "fix") {
      words >> t;
      const auto place = vector(words);
      const double along = number(words), across = number(words);
      estimator.add_fix(t, {place[0], place[1], place[2], {along, across}, static_cast<int>(number(words))});
    } else if (kind == "change") {
      std::map<std::string, Value> live, live_of_filter;
      read_parameters(words, live, live_of_filter);
      try {
        settings = settings.changed(live, live_of_filter);
        estimator.change(settings);
        std::cout << "changed\n";
      } catch (const std::exception &error) {
        std::cout << "refused: " << error.what() << '\n';
      }
    } else if (kind == "reset") {
      estimator.reset();
    } else if (kind == "report") {
      std::string sample_frame, field_frame;
      words >> sample_frame >> field_frame;
      const auto health = report.made(estimator.counts(), flags, sample_frame, field_frame, estimator.doubts());
      std::cout << int(health.level) << ' ' << health.message;
      for (const auto &[name, each] : health.values) std::cout << " | " << name << '=' << each;
      std::cout << '\n';
    }
  }
}

/// The name, kind and description of each parameter.
void list() {
  const Settings defaults;
  for (const auto &parameter : parameters()) {
    std::cout << parameter.name << '\t' << text(parameter.value(defaults)) << '\t' << parameter.description << '\t' << parameter.is_live
              << '\n';
  }
}

/// The nanoseconds that a sample takes.
void time(int count) {
  Estimator estimator{Settings()};
  const auto start = std::chrono::steady_clock::now();
  for (int index = 0; index < count; ++index) {
    estimator.add_field(index * 1000000LL, {0, 20e-6, -40e-6});
    estimator.add_sample(index * 1000000LL, Estimator::Vector{0.1, 0.2, 0.1}, Estimator::Vector{0, 0, 9.81});
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  std::cout << taken.count() / count << '\n';
}

} // namespace

int main(int count, char **arguments) {
  const std::string task = count > 1 ? arguments[1] : "run";
  if (task == "list") {
    list();
  } else if (task == "time") {
    time(std::stoi(arguments[2]));
  } else {
    try {
      run(std::cin);
    } catch (const std::exception &error) {
      std::cout << "invalid: " << error.what() << '\n';
    }
  }
}
