# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `gpu-module-to-binary` needs besides LLVM: lld and the AMD device
# libraries. Both are only used when a kernel is compiled to a code object, so
# their absence is reported then (naming the Debian package), not here.
find_program(HELION_FLY_LLD ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR}
  DOC "lld linker used to make AMDGPU code objects (Debian: lld-22)")
find_path(HELION_FLY_DEVICE_LIBS ocml.bc
  HINTS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/amdgcn/bitcode
        /usr/lib/x86_64-linux-gnu/amdgcn/bitcode /opt/rocm/amdgcn/bitcode
  DOC "Folder with the AMD device libraries (Debian: rocm-device-libs)")

# MLIR wants one folder with both, so make it, of links. It is installed too:
# the tools look for it relative to themselves.
set(HELION_FLY_TOOLKIT_DIR "${PROJECT_BINARY_DIR}/lib/helion-fly/toolkit")
file(MAKE_DIRECTORY "${HELION_FLY_TOOLKIT_DIR}/amdgcn"
  "${HELION_FLY_TOOLKIT_DIR}/llvm/bin")
if(HELION_FLY_LLD)
  file(CREATE_LINK "${HELION_FLY_LLD}"
    "${HELION_FLY_TOOLKIT_DIR}/llvm/bin/ld.lld" SYMBOLIC)
else()
  message(WARNING "ld.lld not found: kernels can't be linked to code objects (apt install lld-22)")
endif()
if(HELION_FLY_DEVICE_LIBS)
  # CREATE_LINK can't replace a link to a folder.
  file(REMOVE "${HELION_FLY_TOOLKIT_DIR}/amdgcn/bitcode")
  file(CREATE_LINK "${HELION_FLY_DEVICE_LIBS}"
    "${HELION_FLY_TOOLKIT_DIR}/amdgcn/bitcode" SYMBOLIC)
else()
  message(WARNING "AMD device libraries not found: math functions can't be linked (apt install rocm-device-libs)")
endif()
install(DIRECTORY "${HELION_FLY_TOOLKIT_DIR}" DESTINATION lib/helion-fly)
