"""What draws: controls, code-writing models, a folder of images."""
