"""ros2 launch cardan_ros attitude.launch.py [parameters:=FILE] [imu:=TOPIC] [mag:=TOPIC]"""

import os

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    defaults = os.path.join(get_package_share_directory("cardan_ros"), "config", "attitude.yaml")
    return LaunchDescription([
        DeclareLaunchArgument("parameters", default_value=defaults, description="file of parameters"),
        DeclareLaunchArgument("imu", default_value="imu/data_raw", description="topic of the samples"),
        DeclareLaunchArgument("mag", default_value="imu/mag", description="topic of the fields"),
        Node(
            package="cardan_ros", executable="attitude", name="cardan_attitude", output="screen",
            parameters=[LaunchConfiguration("parameters")],
            remappings=[("imu/data_raw", LaunchConfiguration("imu")), ("imu/mag", LaunchConfiguration("mag"))]),
    ])
