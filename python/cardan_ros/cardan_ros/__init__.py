"""Attitude from IMU and magnetometer topics in ROS 2."""
