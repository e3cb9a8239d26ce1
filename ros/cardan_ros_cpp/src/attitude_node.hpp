// The node `attitude`: imu/data_raw and imu/mag to imu/data, with the parameters, topics and diagnostics of the Python node.
#ifndef CARDAN_ROS_ATTITUDE_NODE_HPP
#define CARDAN_ROS_ATTITUDE_NODE_HPP

#include <cardan_ros/health.hpp>

#include <diagnostic_msgs/msg/diagnostic_array.hpp>
#include <geometry_msgs/msg/twist_with_covariance_stamped.hpp>
#include <geometry_msgs/msg/vector3_stamped.hpp>
#include <nav_msgs/msg/odometry.hpp>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <sensor_msgs/msg/magnetic_field.hpp>
#include <sensor_msgs/msg/nav_sat_fix.hpp>
#include <std_srvs/srv/trigger.hpp>
#ifdef CARDAN_ROS_HAS_TF
#include <tf2_ros/transform_broadcaster.h>
#endif

namespace cardan_ros {

/// Filters imu/data_raw and imu/mag; publishes imu/data with the header of each sample, and /diagnostics.
class AttitudeNode : public rclcpp::Node {
public:
  /// Throws for an invalid parameter, with its name in the message.
  explicit AttitudeNode(const rclcpp::NodeOptions &options);

private:
  Settings declared_settings();
  void subscribe_velocity();
  void on_sample(sensor_msgs::msg::Imu::UniquePtr message);
  rcl_interfaces::msg::SetParametersResult on_parameters(const std::vector<rclcpp::Parameter> &parameters);
  void report();
  void broadcast(const std_msgs::msg::Header &header, const geometry_msgs::msg::Quaternion &orientation);

  Settings settings_;
  Estimator estimator_;
  HealthReport health_;
  std::optional<std::uint32_t> flags_;
  std::string sample_frame_, field_frame_;
  rclcpp::Publisher<sensor_msgs::msg::Imu>::SharedPtr output_;
  rclcpp::Publisher<geometry_msgs::msg::Vector3Stamped>::SharedPtr angles_;
  rclcpp::Publisher<diagnostic_msgs::msg::DiagnosticArray>::SharedPtr diagnostics_;
  std::vector<rclcpp::SubscriptionBase::SharedPtr> subscriptions_;
  rclcpp::ServiceBase::SharedPtr reset_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr parameters_;
#ifdef CARDAN_ROS_HAS_TF
  std::unique_ptr<tf2_ros::TransformBroadcaster> broadcaster_;
#endif
};

} // namespace cardan_ros

#endif
