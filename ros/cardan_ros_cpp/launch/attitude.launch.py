"""ros2 launch cardan_ros_cpp attitude.launch.py [parameters:=FILE] [imu:=TOPIC] [mag:=TOPIC] [container:=NAME]"""

import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.conditions import IfCondition, UnlessCondition
from launch.substitutions import EqualsSubstitution, LaunchConfiguration
from launch_ros.actions import LoadComposableNodes, Node
from launch_ros.descriptions import ComposableNode


def generate_launch_description():
    defaults = os.path.join(get_package_share_directory("cardan_ros_cpp"), "config", "attitude.yaml")
    is_alone = EqualsSubstitution(LaunchConfiguration("container"), "")
    options = {
        "package": "cardan_ros_cpp", "name": "cardan_attitude", "parameters": [LaunchConfiguration("parameters")],
        "remappings": [("imu/data_raw", LaunchConfiguration("imu")), ("imu/mag", LaunchConfiguration("mag"))]}
    return LaunchDescription([
        DeclareLaunchArgument("parameters", default_value=defaults, description="file of parameters"),
        DeclareLaunchArgument("imu", default_value="imu/data_raw", description="topic of the samples"),
        DeclareLaunchArgument("mag", default_value="imu/mag", description="topic of the fields"),
        DeclareLaunchArgument("container", default_value="", description="container of components that runs the node"),
        Node(executable="attitude", output="screen", condition=IfCondition(is_alone), **options),
        LoadComposableNodes(
            target_container=LaunchConfiguration("container"), condition=UnlessCondition(is_alone),
            composable_node_descriptions=[ComposableNode(
                plugin="cardan_ros::AttitudeNode", extra_arguments=[{"use_intra_process_comms": True}], **options)]),
    ])
