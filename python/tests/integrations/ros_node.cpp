// Plays events of standard input to the node of ros/cardan_ros_cpp over a stand-in for rclcpp, and writes what it publishes.
#include "attitude_node.hpp"

#include <iostream>
#include <sstream>

using namespace cardan_ros;

namespace {

rclcpp::ParameterValue value(const std::string &words) {
  if (words == "true" || words == "false") return rclcpp::ParameterValue(words == "true");
  char *end = nullptr;
  const double number = std::strtod(words.c_str(), &end);
  if (words.empty() || *end != '\0') return rclcpp::ParameterValue(words);
  if (words.find_first_not_of("-0123456789") == std::string::npos) return rclcpp::ParameterValue(std::int64_t(number));
  return rclcpp::ParameterValue(number);
}

std::vector<rclcpp::Parameter> parameters(std::istream &line) {
  std::vector<rclcpp::Parameter> all;
  std::string name, words;
  while (line >> name >> words) all.emplace_back(name, value(words));
  return all;
}

template <typename Message>
Message stamped(std::int64_t t) {
  Message message;
  message.header.stamp.sec = static_cast<std::int32_t>(t / 1'000'000'000);
  message.header.stamp.nanosec = static_cast<std::uint32_t>(t % 1'000'000'000);
  return message;
}

template <typename Vector>
void read(std::istream &line, Vector &vector) {
  line >> vector.x >> vector.y >> vector.z;
}

void write(const sensor_msgs::msg::Imu &answer) {
  const auto &q = answer.orientation;
  const auto &force = answer.linear_acceleration;
  const auto &rate = answer.angular_velocity;
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %s %d.%09u\n", q.w, q.x, q.y, q.z,
              answer.orientation_covariance[0], answer.orientation_covariance[8], force.x, force.y, force.z, rate.x, rate.y, rate.z,
              answer.header.frame_id.c_str(), answer.header.stamp.sec, answer.header.stamp.nanosec);
}

void play(AttitudeNode &node, std::istream &input) {
  auto &answers = rclcpp::world.of<sensor_msgs::msg::Imu>("imu/data");
  std::string line;
  while (std::getline(input, line)) {
    std::istringstream words(line);
    std::string kind;
    std::int64_t t = 0;
    words >> kind;
    if (kind == "set") {
      const auto result = node.set_parameters_atomically(parameters(words));
      std::printf("%s %s\n", result.successful ? "set" : "refused", result.reason.c_str());
    } else if (kind == "report") {
      rclcpp::world.timer();
      const auto &status = rclcpp::world.of<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics").back().status.at(0);
      std::printf("%d %s | %s | %zu values\n", int(status.level), status.name.c_str(), status.message.c_str(), status.values.size());
    } else if (kind == "reset") {
      using Trigger = std_srvs::srv::Trigger;
      auto response = std::make_shared<Trigger::Response>();
      std::any_cast<std::function<void(std::shared_ptr<Trigger::Request>, std::shared_ptr<Trigger::Response>)> &>(
          rclcpp::world.services.at("reset"))(std::make_shared<Trigger::Request>(), response);
      std::printf("%s\n", response->success ? response->message.c_str() : "failed");
    } else if (kind == "field") {
      words >> t;
      auto message = stamped<sensor_msgs::msg::MagneticField>(t);
      message.header.frame_id = "imu_link";
      read(words, message.magnetic_field);
      rclcpp::world.give("imu/mag", message);
    } else if (kind == "twist") {
      words >> t;
      auto message = stamped<geometry_msgs::msg::TwistWithCovarianceStamped>(t);
      read(words, message.twist.twist.linear);
      words >> message.twist.covariance[0];
      message.twist.covariance[7] = message.twist.covariance[0];
      rclcpp::world.give("velocity", message);
    } else if (kind == "odom") {
      words >> t;
      auto message = stamped<nav_msgs::msg::Odometry>(t);
      read(words, message.twist.twist.linear);
      auto &q = message.pose.pose.orientation;
      words >> q.w;
      read(words, q);
      rclcpp::world.give("odom", message);
    } else if (kind == "fix") {
      words >> t;
      auto message = stamped<sensor_msgs::msg::NavSatFix>(t);
      message.status.status = sensor_msgs::msg::NavSatStatus::STATUS_FIX;
      words >> message.latitude >> message.longitude >> message.altitude >> message.position_covariance[0];
      message.position_covariance[4] = message.position_covariance[0];
      message.position_covariance_type = sensor_msgs::msg::NavSatFix::COVARIANCE_TYPE_APPROXIMATED;
      rclcpp::world.give("fix", message);
    } else if (kind == "sample") {
      words >> t;
      auto message = stamped<sensor_msgs::msg::Imu>(t);
      message.header.frame_id = "imu_link";
      read(words, message.angular_velocity);
      read(words, message.linear_acceleration);
      std::string missing;
      words >> missing;
      if (missing == "without-rate") message.angular_velocity_covariance[0] = -1;
      const std::size_t before = answers.size();
      rclcpp::world.give("imu/data_raw", message);
      if (answers.size() > before) {
        write(answers.back());
      } else {
        std::puts("late");
      }
    }
  }
}

} // namespace

int main() {
  std::string line;
  std::getline(std::cin, line);
  std::istringstream first(line);
  rclcpp::NodeOptions options;
  options.parameter_overrides(parameters(first));
  try {
    AttitudeNode node(options);
    play(node, std::cin);
    for (const auto &each : rclcpp::world.of<geometry_msgs::msg::TransformStamped>("/tf")) {
      const auto &q = each.transform.rotation;
      std::printf("transform %s %s %.17g %.17g %.17g %.17g\n", each.header.frame_id.c_str(), each.child_frame_id.c_str(), q.w, q.x, q.y, q.z);
    }
    std::printf("%zu angles\n", rclcpp::world.of<geometry_msgs::msg::Vector3Stamped>("imu/rpy/filtered").size());
  } catch (const std::exception &error) {
    std::printf("invalid: %s\n", error.what());
  }
}
