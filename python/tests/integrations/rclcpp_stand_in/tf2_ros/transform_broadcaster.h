// A stand-in for tf2_ros, which is not on PyPI.
#include <geometry_msgs/msg/transform_stamped.hpp>
#include <rclcpp/rclcpp.hpp>

namespace tf2_ros {

class TransformBroadcaster {
public:
  explicit TransformBroadcaster(rclcpp::Node &) {}
  void sendTransform(const geometry_msgs::msg::TransformStamped &transform) {
    rclcpp::world.of<geometry_msgs::msg::TransformStamped>("/tf").push_back(transform);
  }
};

} // namespace tf2_ros
