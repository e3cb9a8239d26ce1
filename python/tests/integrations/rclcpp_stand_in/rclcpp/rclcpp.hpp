// A stand-in for rclcpp, which is not on PyPI: the part that ros/cardan_ros_cpp uses, with the signatures of Jazzy and Kilted. Topics,
// services and timers are in memory; messages and descriptions of parameters are the real ones.
#ifndef RCLCPP_STAND_IN_HPP
#define RCLCPP_STAND_IN_HPP

#include <builtin_interfaces/msg/time.hpp>
#include <rcl_interfaces/msg/parameter_descriptor.hpp>
#include <rcl_interfaces/msg/set_parameters_result.hpp>

#include <any>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#define RCLCPP_WARN(logger, ...) (static_cast<void>(logger), std::fprintf(stderr, __VA_ARGS__), std::fputc('\n', stderr))

namespace rclcpp {

enum class ParameterType { PARAMETER_NOT_SET, PARAMETER_BOOL, PARAMETER_INTEGER, PARAMETER_DOUBLE, PARAMETER_STRING };

class ParameterValue {
public:
  ParameterValue() = default;
  explicit ParameterValue(bool value) : value_(value) {}
  explicit ParameterValue(std::int64_t value) : value_(value) {}
  explicit ParameterValue(double value) : value_(value) {}
  explicit ParameterValue(const std::string &value) : value_(value) {}
  ParameterType get_type() const { return static_cast<ParameterType>(value_.index()); }
  template <typename Type> const Type &get() const { return std::get<Type>(value_); }
  bool operator==(const ParameterValue &other) const { return value_ == other.value_; }
  bool operator!=(const ParameterValue &other) const { return !(*this == other); }

private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string> value_;
};

class Parameter {
public:
  Parameter(const std::string &name, const ParameterValue &value) : name_(name), value_(value) {}
  const std::string &get_name() const { return name_; }
  ParameterType get_type() const { return value_.get_type(); }
  const ParameterValue &get_parameter_value() const { return value_; }
  bool as_bool() const { return value_.get<bool>(); }
  std::int64_t as_int() const { return value_.get<std::int64_t>(); }
  double as_double() const { return value_.get<double>(); }
  const std::string &as_string() const { return value_.get<std::string>(); }

private:
  std::string name_;
  ParameterValue value_;
};

class QoS {
public:
  explicit QoS(std::size_t) {}
  QoS &best_effort() { return *this; }
};

class NodeOptions {
public:
  NodeOptions &parameter_overrides(const std::vector<Parameter> &parameters) {
    overrides = parameters;
    return *this;
  }
  std::vector<Parameter> overrides;
};

class Logger {};
class Duration {
public:
  static Duration from_seconds(double) { return {}; }
};
class Clock {
public:
  using SharedPtr = std::shared_ptr<Clock>;
};
class Time {
public:
  operator builtin_interfaces::msg::Time() const { return builtin_interfaces::msg::Time(); }
};
class SubscriptionBase {
public:
  using SharedPtr = std::shared_ptr<SubscriptionBase>;
};
class ServiceBase {
public:
  using SharedPtr = std::shared_ptr<ServiceBase>;
};
class TimerBase {
public:
  using SharedPtr = std::shared_ptr<TimerBase>;
};
namespace node_interfaces {
class OnSetParametersCallbackHandle {
public:
  using SharedPtr = std::shared_ptr<OnSetParametersCallbackHandle>;
};
} // namespace node_interfaces

/// What the test does in place of other nodes.
struct World {
  std::map<std::string, std::any> subscribers, services, published;
  std::function<void()> timer;

  template <typename Message> std::vector<Message> &of(const std::string &topic) {
    auto &all = published[topic];
    if (!all.has_value()) all = std::vector<Message>();
    return std::any_cast<std::vector<Message> &>(all);
  }
  template <typename Message> void give(const std::string &topic, const Message &message) {
    std::any_cast<std::function<void(const Message &)> &>(subscribers.at(topic))(message);
  }
};
inline World world;

template <typename Message>
class Publisher {
public:
  using SharedPtr = std::shared_ptr<Publisher>;
  explicit Publisher(const std::string &topic) : topic_(topic) {}
  void publish(const Message &message) { world.of<Message>(topic_).push_back(message); }
  void publish(std::unique_ptr<Message> message) { publish(*message); }

private:
  std::string topic_;
};

class Node {
public:
  Node(const std::string &name, const NodeOptions &options) : name_(name), options_(options) {}
  virtual ~Node() = default;

  const char *get_name() const { return name_.c_str(); }
  Logger get_logger() const { return {}; }
  Clock::SharedPtr get_clock() const { return nullptr; }
  Time now() const { return {}; }

  const ParameterValue &declare_parameter(
      const std::string &name, const ParameterValue &standard, const rcl_interfaces::msg::ParameterDescriptor &descriptor) {
    if (values_.count(name)) throw std::logic_error(name + ": declared twice");
    if (!descriptor.dynamic_typing) throw std::logic_error(name + ": has a type");
    is_read_only_[name] = descriptor.read_only;
    for (const auto &given : options_.overrides) {
      if (given.get_name() == name) return values_[name] = given.get_parameter_value();
    }
    return values_[name] = standard;
  }

  template <typename Message> typename Publisher<Message>::SharedPtr create_publisher(const std::string &topic, const QoS &) {
    return std::make_shared<Publisher<Message>>(topic);
  }

  template <typename Message, typename Callback>
  SubscriptionBase::SharedPtr create_subscription(const std::string &topic, const QoS &, Callback callback) {
    world.subscribers[topic] = std::function<void(const Message &)>([callback](const Message &message) {
      if constexpr (std::is_invocable_v<Callback, const Message &>) {
        callback(message);
      } else {
        callback(std::make_unique<Message>(message));
      }
    });
    return std::make_shared<SubscriptionBase>();
  }

  template <typename Service, typename Callback>
  ServiceBase::SharedPtr create_service(const std::string &name, Callback callback) {
    world.services[name] = std::function<void(std::shared_ptr<typename Service::Request>, std::shared_ptr<typename Service::Response>)>(callback);
    return std::make_shared<ServiceBase>();
  }

  using ParametersCallback = std::function<rcl_interfaces::msg::SetParametersResult(const std::vector<Parameter> &)>;
  node_interfaces::OnSetParametersCallbackHandle::SharedPtr add_on_set_parameters_callback(ParametersCallback callback) {
    on_parameters_ = std::move(callback);
    return std::make_shared<node_interfaces::OnSetParametersCallbackHandle>();
  }

  rcl_interfaces::msg::SetParametersResult set_parameters_atomically(const std::vector<Parameter> &parameters) {
    for (const auto &each : parameters) {
      if (is_read_only_.at(each.get_name())) {
        rcl_interfaces::msg::SetParametersResult refused;
        refused.reason = "read-only";
        return refused;
      }
    }
    return on_parameters_(parameters);
  }

private:
  std::string name_;
  NodeOptions options_;
  std::map<std::string, ParameterValue> values_;
  std::map<std::string, bool> is_read_only_;
  ParametersCallback on_parameters_;
};

template <typename NodeT, typename Callback>
TimerBase::SharedPtr create_timer(NodeT, Clock::SharedPtr, Duration, Callback callback) {
  world.timer = callback;
  return std::make_shared<TimerBase>();
}

inline void init(int, char **) {}
inline void spin(const std::shared_ptr<Node> &) {}
inline void shutdown() {}

} // namespace rclcpp

#endif
