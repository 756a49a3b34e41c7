# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

config.name = "helion-fly"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt", "lit.cfg.py", "lit.site.cfg.py", "Inputs"]
config.test_source_root = os.path.join(config.source_root, "test")
config.test_exec_root = os.path.join(config.build_root, "test")

config.environment["PATH"] = os.pathsep.join(
    [
        os.path.join(config.build_root, "bin"),
        config.llvm_tools_dir,
        config.environment.get("PATH", ""),
    ]
)
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%examples", os.path.join(config.source_root, "examples")))
config.substitutions.append(("%source", config.source_root))
config.substitutions.append(("%build", config.build_root))
