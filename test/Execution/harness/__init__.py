# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels on the simulated device and compares them with float64."""
