#include "attitude_node.hpp"

#include <rclcpp_components/register_node_macro.hpp>

#include <chrono>

namespace cardan_ros {
namespace {

// The reliability of sensors; the queue bridges a pause of the scheduler.
const rclcpp::QoS sensor_qos = rclcpp::QoS(100).best_effort();

template <typename Message>
std::int64_t nanoseconds(const Message &message) {
  return std::int64_t{message.header.stamp.sec} * 1'000'000'000 + message.header.stamp.nanosec;
}

Value value_of(const rclcpp::Parameter &parameter) {
  switch (parameter.get_type()) {
  case rclcpp::ParameterType::PARAMETER_BOOL: return parameter.as_bool();
  case rclcpp::ParameterType::PARAMETER_INTEGER: return parameter.as_int();
  case rclcpp::ParameterType::PARAMETER_DOUBLE: return parameter.as_double();
  case rclcpp::ParameterType::PARAMETER_STRING: return parameter.as_string();
  default: throw std::invalid_argument(parameter.get_name() + ": expected a number, true or false, or a text");
  }
}

rclcpp::ParameterValue parameter_value(const Value &value) {
  return std::visit([](const auto &each) { return rclcpp::ParameterValue(each); }, value);
}

} // namespace

AttitudeNode::AttitudeNode(const rclcpp::NodeOptions &options)
    : Node("cardan_attitude", options), settings_(declared_settings()), estimator_(settings_), health_(settings_.use_mag) {
  output_ = create_publisher<sensor_msgs::msg::Imu>("imu/data", rclcpp::QoS(5));
  if (settings_.publish_debug_topics) {
    angles_ = create_publisher<geometry_msgs::msg::Vector3Stamped>("imu/rpy/filtered", rclcpp::QoS(5));
  }
  diagnostics_ = create_publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics", rclcpp::QoS(5));
  if (settings_.publish_tf) {
#ifdef CARDAN_ROS_HAS_TF
    broadcaster_ = std::make_unique<tf2_ros::TransformBroadcaster>(*this);
#else
    RCLCPP_WARN(get_logger(), "parameter publish_tf is ignored: built without tf2_ros");
#endif
  }
  subscriptions_.push_back(create_subscription<sensor_msgs::msg::Imu>(
      "imu/data_raw", sensor_qos, [this](sensor_msgs::msg::Imu::UniquePtr message) { on_sample(std::move(message)); }));
  if (settings_.use_mag) {
    subscriptions_.push_back(create_subscription<sensor_msgs::msg::MagneticField>(
        "imu/mag", sensor_qos, [this](const sensor_msgs::msg::MagneticField &message) {
          field_frame_ = message.header.frame_id;
          const auto &field = message.magnetic_field;
          estimator_.add_field(nanoseconds(message), {field.x, field.y, field.z});
        }));
  }
  subscribe_velocity();
  using Trigger = std_srvs::srv::Trigger;
  reset_ = create_service<Trigger>(
      "reset", [this](const std::shared_ptr<Trigger::Request>, std::shared_ptr<Trigger::Response> response) {
        estimator_.reset();
        response->success = true;
        response->message = "filter restarted";
      });
  timer_ = rclcpp::create_timer(
      this, get_clock(), rclcpp::Duration::from_seconds(settings_.diagnostic_period), [this] { report(); });
  parameters_ = add_on_set_parameters_callback(
      [this](const std::vector<rclcpp::Parameter> &parameters) { return on_parameters(parameters); });
}

Settings AttitudeNode::declared_settings() {
  // The types are checked by Settings, which takes integers for floating-point numbers.
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.dynamic_typing = true;
  const auto declared = [&](const std::string &name, const rclcpp::ParameterValue &standard) {
    return rclcpp::Parameter(name, declare_parameter(name, standard, descriptor));
  };
  Settings settings;
  for (const auto &parameter : parameters()) {
    descriptor.description = parameter.description;
    descriptor.read_only = !parameter.is_live;
    settings.set(parameter.name, value_of(declared(parameter.name, parameter_value(parameter.value(settings)))));
  }
  descriptor.description = "ignored";
  descriptor.read_only = true;
  for (const char *name : ignored_parameters) {
    if (declared(name, rclcpp::ParameterValue()).get_type() != rclcpp::ParameterType::PARAMETER_NOT_SET) {
      RCLCPP_WARN(
          get_logger(), "parameter %s is ignored: the filter %s has no such setting", name, settings.filter.c_str());
    }
  }
  descriptor.read_only = false;
  for (const auto &info : cardan::parameters_of(settings.kind())) {
    descriptor.description = std::string(info.summary) + " [" + info.unit + "]";
    const auto given = declared(filter_prefix + std::string(info.name), rclcpp::ParameterValue(info.default_value));
    if (given.get_parameter_value() != rclcpp::ParameterValue(info.default_value)) {
      settings.set_filter_parameter(info.name, value_of(given));
    }
  }
  settings.check();
  return settings;
}

void AttitudeNode::subscribe_velocity() {
  if (settings_.velocity == "twist") {
    subscriptions_.push_back(create_subscription<geometry_msgs::msg::TwistWithCovarianceStamped>(
        "velocity", sensor_qos, [this](const geometry_msgs::msg::TwistWithCovarianceStamped &message) {
          estimator_.add_velocity(nanoseconds(message), of_twist(message.twist));
        }));
  } else if (settings_.velocity == "fix") {
    subscriptions_.push_back(create_subscription<sensor_msgs::msg::NavSatFix>(
        "fix", sensor_qos, [this](const sensor_msgs::msg::NavSatFix &message) {
          estimator_.add_fix(nanoseconds(message), of_fix(message));
        }));
  } else if (settings_.velocity != "none") {
    const bool is_speed = settings_.velocity == "speed";
    subscriptions_.push_back(create_subscription<nav_msgs::msg::Odometry>(
        "odom", sensor_qos, [this, is_speed](const nav_msgs::msg::Odometry &message) {
          estimator_.add_velocity(nanoseconds(message), of_odometry(message, is_speed));
        }));
  }
}

void AttitudeNode::on_sample(sensor_msgs::msg::Imu::UniquePtr message) {
  const auto start = std::chrono::steady_clock::now();
  const auto reading = [](const auto &vector, const auto &covariance) -> std::optional<Estimator::Vector> {
    // A covariance that begins with -1 marks a reading that the sensor does not have.
    if (covariance[0] == -1) return std::nullopt;
    return Estimator::Vector{vector.x, vector.y, vector.z};
  };
  const auto attitude = estimator_.add_sample(
      nanoseconds(*message), reading(message->angular_velocity, message->angular_velocity_covariance),
      reading(message->linear_acceleration, message->linear_acceleration_covariance));
  if (!attitude) return;
  flags_ = attitude->flags;
  sample_frame_ = message->header.frame_id;
  // The other fields, and the header, are those of the sample.
  auto &orientation = message->orientation;
  orientation.w = attitude->quaternion[0];
  orientation.x = attitude->quaternion[1];
  orientation.y = attitude->quaternion[2];
  orientation.z = attitude->quaternion[3];
  message->orientation_covariance = attitude->covariance;
  const auto replace = [](geometry_msgs::msg::Vector3 &vector, const Estimator::Vector &numbers) {
    vector.x = numbers[0];
    vector.y = numbers[1];
    vector.z = numbers[2];
  };
  if (settings_.remove_gravity_vector) replace(message->linear_acceleration, attitude->user_acceleration);
  if (settings_.remove_gyro_bias) replace(message->angular_velocity, attitude->angular_rate);
  const std_msgs::msg::Header header = message->header;
  const geometry_msgs::msg::Quaternion rotation = orientation;
  output_->publish(std::move(message));
  health_.add_time(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  if (angles_) {
    geometry_msgs::msg::Vector3Stamped angles;
    angles.header = header;
    replace(angles.vector, attitude->roll_pitch_yaw());
    angles_->publish(angles);
  }
  broadcast(header, rotation);
}

#ifdef CARDAN_ROS_HAS_TF
void AttitudeNode::broadcast(const std_msgs::msg::Header &header, const geometry_msgs::msg::Quaternion &orientation) {
  if (!broadcaster_) return;
  geometry_msgs::msg::TransformStamped transform;
  transform.header = header;
  transform.header.frame_id = settings_.reverse_tf ? header.frame_id : settings_.fixed_frame;
  transform.child_frame_id = settings_.reverse_tf ? settings_.fixed_frame : header.frame_id;
  const double sign = settings_.reverse_tf ? -1 : 1;
  auto &rotation = transform.transform.rotation;
  rotation.w = orientation.w;
  rotation.x = sign * orientation.x;
  rotation.y = sign * orientation.y;
  rotation.z = sign * orientation.z;
  broadcaster_->sendTransform(transform);
}
#else
void AttitudeNode::broadcast(const std_msgs::msg::Header &, const geometry_msgs::msg::Quaternion &) {}
#endif

rcl_interfaces::msg::SetParametersResult AttitudeNode::on_parameters(const std::vector<rclcpp::Parameter> &parameters) {
  rcl_interfaces::msg::SetParametersResult result;
  try {
    std::map<std::string, Value> of_node, of_filter;
    const std::string prefix = filter_prefix;
    for (const auto &parameter : parameters) {
      const std::string &name = parameter.get_name();
      if (name.rfind(prefix, 0) == 0) {
        of_filter[name.substr(prefix.size())] = value_of(parameter);
      } else if (parameter_named(name) != nullptr) {
        of_node[name] = value_of(parameter);
      }
    }
    Settings settings = settings_.changed(of_node, of_filter);
    estimator_.change(settings);
    settings_ = std::move(settings);
    result.successful = true;
  } catch (const std::exception &error) {
    result.successful = false;
    result.reason = error.what();
  }
  return result;
}

void AttitudeNode::report() {
  const Health health = health_.made(estimator_.counts(), flags_, sample_frame_, field_frame_, estimator_.doubts());
  diagnostic_msgs::msg::DiagnosticArray array;
  array.header.stamp = now();
  diagnostic_msgs::msg::DiagnosticStatus status;
  status.level = health.level;
  status.name = std::string(get_name()) + ": attitude";
  status.message = health.message;
  for (const auto &[key, value] : health.values) {
    diagnostic_msgs::msg::KeyValue each;
    each.key = key;
    each.value = value;
    status.values.push_back(each);
  }
  array.status.push_back(status);
  diagnostics_->publish(array);
}

} // namespace cardan_ros

RCLCPP_COMPONENTS_REGISTER_NODE(cardan_ros::AttitudeNode)
