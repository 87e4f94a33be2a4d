"""What the workflow needs besides the science: settings, digests of code, job errors, publishing."""
