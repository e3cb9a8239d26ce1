// ros2 run cardan_ros_cpp attitude
#include "attitude_node.hpp"

#include <cstdio>

int main(int count, char **arguments) {
  rclcpp::init(count, arguments);
  int code = 0;
  try {
    rclcpp::spin(std::make_shared<cardan_ros::AttitudeNode>(rclcpp::NodeOptions()));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "cardan_attitude: %s\n", error.what());
    code = 1;
  }
  rclcpp::shutdown();
  return code;
}
