"""The needs of the workflow besides the science: settings, digests of code, job errors, publishing."""
