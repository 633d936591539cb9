# xsimd (headers) and Catch2 (sources): given by tools/setup/setup.mjs, else found, else fetched at a pinned hash
# (the hash under which Debian's signed index lists the same upstream archive).
# Emscripten ignores /usr/include, so the folder that holds xsimd/ is always passed explicitly.
set(WHEREFORMER_XSIMD_INCLUDE "" CACHE PATH "Folder that holds xsimd/xsimd.hpp")
set(WHEREFORMER_CATCH2_DIR "" CACHE PATH "Catch2 v3 sources (extras/catch_amalgamated.cpp)")
set(WHEREFORMER_CATCH2_OBJECT "" CACHE FILEPATH "Catch2 as the same compiler has compiled it before (tools/build/catch2.mjs)")

include(FetchContent)

if(NOT WHEREFORMER_XSIMD_INCLUDE)
  find_package(xsimd 13.2 QUIET)
  if(xsimd_FOUND AND NOT EMSCRIPTEN)
    get_target_property(WHEREFORMER_XSIMD_INCLUDE xsimd INTERFACE_INCLUDE_DIRECTORIES)
  else()
    FetchContent_Declare(xsimd_source SOURCE_SUBDIR none
      URL https://github.com/xtensor-stack/xsimd/archive/refs/tags/14.3.0.tar.gz
      URL_HASH SHA256=110a4609e47d1f078170463bdf78401588b8e5148ba18752fcfd5af627f49ae2)
    FetchContent_MakeAvailable(xsimd_source)
    set(WHEREFORMER_XSIMD_INCLUDE ${xsimd_source_SOURCE_DIR}/include)
  endif()
endif()

if(NOT WHEREFORMER_CATCH2_DIR)
  FetchContent_Declare(catch2_source SOURCE_SUBDIR none
    URL https://github.com/catchorg/Catch2/archive/refs/tags/v3.7.1.tar.gz
    URL_HASH SHA256=c991b247a1a0d7bb9c39aa35faf0fe9e19764213f28ffba3109388e62ee0269c)
  FetchContent_MakeAvailable(catch2_source)
  set(WHEREFORMER_CATCH2_DIR ${catch2_source_SOURCE_DIR})
endif()
