# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A test suite of somebody else's, for kernels that are compiled with an
installed Helion-Fly:

    lit -v --param=helion_fly=PREFIX examples/embedding/lit

FileCheck comes from LLVM's tools (Debian: llvm-22-tools).
"""

import os

import lit.formats

config.name = "my-kernels"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.test_exec_root = os.path.abspath("lit-output")

prefix = lit_config.params.get("helion_fly", "/usr")
llvm_tools = lit_config.params.get("llvm_tools", "/usr/lib/llvm-22/bin")
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(prefix, "bin"), llvm_tools, os.environ["PATH"]]
)
