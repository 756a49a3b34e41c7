# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The few build rules that every folder uses.

# What our headers ask of whoever includes them; installed with them.
# HelionFlyConfig.cmake adds the headers of the MLIR that it finds.
add_library(HelionFlyHeaders INTERFACE)
target_include_directories(HelionFlyHeaders INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
  $<INSTALL_INTERFACE:include/helion-fly>)
target_compile_features(HelionFlyHeaders INTERFACE cxx_std_17)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(HelionFlyHeaders INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

# Everything links the shared libMLIR and libLLVM, as Debian's mlir-opt does:
# a second, static copy of MLIR in one process breaks type identity.
add_library(helion_fly_flags INTERFACE)
target_link_libraries(helion_fly_flags INTERFACE HelionFlyHeaders)
target_include_directories(helion_fly_flags SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_compile_options(helion_fly_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fvisibility-inlines-hidden>
  -Wall -Wextra -Wno-unused-parameter
  $<$<CXX_COMPILER_ID:GNU>:-Wno-comment -Wno-maybe-uninitialized -Wno-dangling-pointer>
  $<$<BOOL:${HELION_FLY_WERROR}>:-Werror>)

# hf_export(TARGET) installs a target and exports it as HelionFly::NAME, where
# a library's NAME lacks the prefix HelionFly.
function(hf_export target)
  string(REGEX REPLACE "^HelionFly" "" name ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    INSTALL_RPATH_USE_LINK_PATH ON)
  install(TARGETS ${target} EXPORT HelionFlyTargets
    ARCHIVE DESTINATION lib
    LIBRARY DESTINATION lib
    RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY HELION_FLY_INSTALLED ${target})
endfunction()
hf_export(HelionFlyHeaders)

# hf_add_library(NAME sources... [DEPENDS tablegen targets...] [LINK libraries...])
function(hf_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC
    HelionFlyHeaders $<BUILD_INTERFACE:helion_fly_flags> ${ARG_LINK} MLIR LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  hf_export(${name})
endfunction()

# hf_add_tool(NAME sources... [LINK libraries...])
function(hf_add_tool name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE helion_fly_flags ${ARG_LINK} MLIR LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  hf_export(${name})
endfunction()

# hf_add_unittest(NAME sources... [LINK libraries...]) adds a gtest binary to
# unittests/bin, which lit's `Unit` suite runs. It finds them by their names,
# which end in "Tests".
function(hf_add_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE helion_fly_flags ${ARG_LINK} MLIR LLVM
    GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests/bin)
  add_dependencies(HelionFlyUnitTests ${name})
endfunction()

# hf_tablegen_dialect(TD_BASENAME mnemonic TARGET): ops, types, attributes and
# enums of the dialect described by TD_BASENAME.td, and its reference page.
function(hf_tablegen_dialect td mnemonic target)
  set(LLVM_TARGET_DEFINITIONS ${td}.td)
  mlir_tablegen(${td}Dialect.h.inc -gen-dialect-decls -dialect=${mnemonic})
  mlir_tablegen(${td}Dialect.cpp.inc -gen-dialect-defs -dialect=${mnemonic})
  mlir_tablegen(${td}Ops.h.inc -gen-op-decls -dialect=${mnemonic})
  mlir_tablegen(${td}Ops.cpp.inc -gen-op-defs -dialect=${mnemonic})
  mlir_tablegen(${td}Types.h.inc -gen-typedef-decls -typedefs-dialect=${mnemonic})
  mlir_tablegen(${td}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${mnemonic})
  mlir_tablegen(${td}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${mnemonic})
  mlir_tablegen(${td}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${mnemonic})
  # tablegen can't filter enums by dialect: a dialect that includes another's
  # ops keeps its own enums in a file that doesn't.
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${td}Enums.td)
    set(LLVM_TARGET_DEFINITIONS ${td}Enums.td)
  endif()
  mlir_tablegen(${td}Enums.h.inc -gen-enum-decls)
  mlir_tablegen(${td}Enums.cpp.inc -gen-enum-defs)
  add_public_tablegen_target(${target})
  hf_tablegen_doc(${td}.td Dialects/${td}.md -gen-dialect-doc -dialect=${mnemonic})
endfunction()

# hf_tablegen_passes(TD_BASENAME REGISTRATION_NAME TARGET)
function(hf_tablegen_passes td name target)
  set(LLVM_TARGET_DEFINITIONS ${td}.td)
  mlir_tablegen(${td}.h.inc -gen-pass-decls -name ${name})
  add_public_tablegen_target(${target})
  hf_tablegen_doc(${td}.td Passes/${name}.md -gen-pass-doc)
endfunction()

# hf_tablegen_doc(FILE.td OUTPUT.md generator flags...): a page of the
# reference under docs/reference in the build folder (target: helion-fly-doc).
add_custom_target(helion-fly-doc ALL)
function(hf_tablegen_doc td out)
  set(LLVM_TARGET_DEFINITIONS ${td})
  string(REPLACE "/" "_" tag ${out})
  string(REPLACE ".md" "" tag ${tag})
  tablegen(MLIR ${tag}.md ${ARGN})
  set(page ${PROJECT_BINARY_DIR}/docs/reference/${out})
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_BINARY_DIR}/${tag}.md ${page}
    DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${tag}.md)
  add_custom_target(doc_${tag} DEPENDS ${page})
  add_dependencies(helion-fly-doc doc_${tag})
endfunction()
