// A stand-in: the class must be a node that is made with options.
#define RCLCPP_COMPONENTS_REGISTER_NODE(Type) \
  static_assert(std::is_base_of_v<rclcpp::Node, Type> && std::is_constructible_v<Type, const rclcpp::NodeOptions &>);
