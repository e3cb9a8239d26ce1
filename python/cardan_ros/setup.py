"""The ament_python package of the node `ros2 run cardan_ros attitude`."""

from setuptools import setup

setup(
    name="cardan_ros",
    version="0.1.0",
    packages=["cardan_ros"],
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/cardan_ros"]),
        ("share/cardan_ros", ["package.xml"]),
        ("share/cardan_ros/launch", ["launch/attitude.launch.py"]),
        ("share/cardan_ros/config", ["config/attitude.yaml"]),
    ],
    install_requires=["setuptools", "cardan"],
    entry_points={"console_scripts": ["attitude = cardan_ros.node:main"]},
    license="Apache-2.0",
)
