from setuptools import find_packages, setup

setup(
    name="tool",
    packages=find_packages(),
    entry_points={"console_scripts": ["tool-train = tool.cli:train"], "gui_scripts": "tool-app = tool.cli:app"},
)
