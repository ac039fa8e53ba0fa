from tool.cli import window as show
