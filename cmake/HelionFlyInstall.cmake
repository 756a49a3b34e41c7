# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What `cmake --install` adds to libraries and tools. The installed tree can be
# moved: nothing in it but the links of the device toolkit names a folder of
# this machine.
include(CMakePackageConfigHelpers)

# Under a folder of their own, since Dialect/ or Target/ could be anybody's.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_BINARY_DIR}/include/
  DESTINATION include/helion-fly
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

set(HELION_FLY_CMAKE_DESTINATION lib/cmake/HelionFly)
install(EXPORT HelionFlyTargets
  NAMESPACE HelionFly::
  DESTINATION ${HELION_FLY_CMAKE_DESTINATION})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/HelionFlyConfig.cmake.in
  ${PROJECT_BINARY_DIR}/HelionFlyConfig.cmake
  INSTALL_DESTINATION ${HELION_FLY_CMAKE_DESTINATION}
  NO_SET_AND_CHECK_MACRO)
# Until 1.0 a minor version may change anything.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/HelionFlyConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/HelionFlyConfig.cmake
  ${PROJECT_BINARY_DIR}/HelionFlyConfigVersion.cmake
  DESTINATION ${HELION_FLY_CMAKE_DESTINATION})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION share/doc/helion-fly)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/helion-fly)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION share/helion-fly)

# The installed tree that test/Embedding works with.
if(HELION_FLY_BUILD_TESTS)
  get_property(installed GLOBAL PROPERTY HELION_FLY_INSTALLED)
  list(REMOVE_ITEM installed HelionFlyHeaders)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*)
  file(GLOB_RECURSE examples CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/installed.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${PROJECT_BINARY_DIR}/installed
    COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR}
      --prefix ${PROJECT_BINARY_DIR}/installed > ${PROJECT_BINARY_DIR}/install.log
    COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/installed.stamp
    DEPENDS ${installed} ${headers} ${examples}
      ${PROJECT_BINARY_DIR}/HelionFlyConfig.cmake
    COMMENT "Installing for the tests of those who embed"
    VERBATIM)
  add_custom_target(helion-fly-installed ALL
    DEPENDS ${PROJECT_BINARY_DIR}/installed.stamp)
endif()
