// The toolkit is looked for beside the tool, so that an installed tree can be
// moved; a tool that stands alone uses the one of the build.

// RUN: rm -rf %t && mkdir -p %t/bin %t/lib/helion-fly/toolkit %t/alone/bin
// RUN: cp %build/bin/fly-opt %t/bin && cp %build/bin/fly-opt %t/alone/bin
// RUN: %t/bin/fly-opt %s -rocdl-to-binary -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=MOVED -DDIR=%t
// RUN: %t/alone/bin/fly-opt %s -rocdl-to-binary -dump-pass-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=ALONE -DDIR=%build

// MOVED: toolkit=[[DIR]]/lib/helion-fly/toolkit
// ALONE: toolkit=[[DIR]]/lib/helion-fly/toolkit
