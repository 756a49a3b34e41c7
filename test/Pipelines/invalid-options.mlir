// Options are checked when the pipeline is made: the message names the option
// and the value that it can't have.

// RUN: not fly-opt %s -rocdl-to-binary=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not fly-opt %s -fly-to-rocdl=opt-level=4 2>&1 | FileCheck %s --check-prefix=LEVEL
// RUN: not fly-opt %s -fly-to-rocdl=abi=700 2>&1 | FileCheck %s --check-prefix=ABI
// RUN: not fly-opt %s -fly-to-rocdl=chips=gfx942 2>&1 | FileCheck %s --check-prefix=NAME

// FORMAT: for the --format option: Cannot find option named 'elf'
// LEVEL: for the --opt-level option: Cannot find option named '4'
// ABI: for the --abi option: Cannot find option named '700'
// NAME: no such option chips
