#!/usr/bin/env bash
# Builds the private toolchain from Debian testing's signed packages. Nothing of the host is installed, removed or configured.
#
#   toolchain-debian.sh FOLDER RECIPE LOG COMPONENT...
#
#   FOLDER      where finished components live, shared by all clones of this user
#   RECIPE      number of the recipe, part of each component's name: a new recipe never reuses an old result
#   LOG         file that receives the raw output of every command
#   COMPONENT   emscripten → FOLDER/emscripten-<version>-recipe<RECIPE>/{root,cache}   compiler, and its system libraries for the core
#               threads, tests → system libraries for the core with threads, and for the native tests in Node, in the same cache
#               libraries  → FOLDER/libraries-recipe<RECIPE>/{xsimd,catch2,VERSIONS}   xsimd headers, Catch2 sources
#               uris       → FOLDER/package-uris   addresses and hashes of the packages that the two are made of; nothing is downloaded
#
# A component is built in a staging folder beside its final place and renamed at the end, so a folder that exists is complete;
# whoever is interrupted leaves a staging folder, which the next run removes. One flock serialises all clones; the kernel
# releases it when its last holder is gone, however it died.
# Lines on stdout are for people. A foreseen failure is one line in LOG that starts with "FAIL: ".
set -euo pipefail
umask 022
export LC_ALL=C.UTF-8

folder=$1 recipe=$2 log=$3
shift 3
components=("$@")

suite=forky
here=$(cd "$(dirname "$0")" && pwd)
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
staging=
child=

fail() {
  echo "FAIL: $*" >>"$log"
  exit 1
}

clean_up() {
  if [ -n "$child" ]; then kill -TERM -- "-$child" 2>/dev/null || true; fi
  if [ -n "$staging" ]; then rm -rf "$staging"; fi
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# background <describe> <command…>: runs the command with its output in the log; every three seconds says that it is alive.
# Monitor mode gives the command its own process group, so that clean_up can end it with all its children.
background() {
  local describe=$1 status=0 started=$SECONDS
  shift
  set -m
  "$@" >>"$log" 2>&1 </dev/null &
  child=$!
  set +m
  while sleep 3 9>&- >/dev/null 2>&1 && kill -0 "$child" 2>/dev/null; do
    kill -0 $$ 2>/dev/null || kill -TERM -- "-$child" # the script was killed without a chance to clean up
    echo "  … $((SECONDS - started)) s $($describe)"
  done &
  local reporter=$!
  wait "$child" || status=$?
  child=
  kill "$reporter" 2>/dev/null || true
  wait "$reporter" 2>/dev/null || true
  return "$status"
}

one_at_a_time() {
  exec 9>"$folder/.lock"
  local waited=0
  until flock -w 5 9; do
    waited=$((waited + 5))
    echo "  … another set-up of this user is building the toolchain; waiting for it (${waited} s)"
    if [ "$waited" -ge 1800 ]; then fail "another set-up has been building the toolchain in $folder for half an hour; stop it and try again"; fi
  done
  rm -rf "$folder"/.staging-*
}

require_free_space() {
  local needed_mb=$1 free_mb
  free_mb=$(df --output=avail -BM "$folder" | tail -1 | tr -dc 0-9)
  if [ "$free_mb" -lt "$needed_mb" ]; then
    fail "disk full: building the toolchain needs $needed_mb MB free in $folder, and $free_mb MB are free (another place: set XDG_CACHE_HOME)"
  fi
}

# The mirror that the host's apt already uses for Debian itself. Label tells it from the security archive and from third parties;
# on a fresh image, before its first "apt-get update", labels are unknown and the release name has to do.
find_mirror() {
  local targets codename
  targets=$(apt-get indextargets --format '$(REPO_URI)|$(LABEL)|$(RELEASE)|' 'Created-By: Packages')
  codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  { grep -F '|Debian|' <<<"$targets" || grep -F "|$codename|" <<<"$targets" || true; } | head -1 | cut -d'|' -f1
}

write_private_apt() {
  local apt=$1 mirror
  mirror=$(find_mirror)
  [ -n "$mirror" ] || fail "apt on this system knows no Debian mirror, so there is nowhere to take the compiler from; install Emscripten by hand and put em++ on PATH"
  [ -e "$keyring" ] || fail "$keyring is missing, so signatures cannot be checked; run: apt-get install debian-archive-keyring"
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,state,etc/apt.conf.d,etc/preferences.d}
  : >"$apt/status" # an empty dpkg database: apt resolves as for a bare system
  cat >"$apt/apt.conf" <<CONF
Dir::State "$apt/state"; Dir::State::Lists "$apt/lists"; Dir::State::status "$apt/status";
Dir::Cache "$apt/cache"; Dir::Etc "$apt/etc"; Dir::Etc::sourcelist "$apt/sources.list"; Dir::Etc::sourceparts "-";
APT::Architecture "amd64"; APT::Architectures "amd64"; APT::Install-Recommends "false"; APT::Sandbox::User "root";
APT::Get::AllowUnauthenticated "false"; APT::Update::Error-Mode "any";
Acquire::Check-Valid-Until "false"; Acquire::AllowInsecureRepositories "false"; Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::Languages "none"; Acquire::Retries "3"; Acquire::http::Timeout "30"; Acquire::https::Timeout "30";
CONF
  # Valid-Until is not checked because a mirror may lag behind a suite that is released daily; the signature always is.
  printf '%s [signed-by=%s] %s %s main\n' deb "$keyring" "$mirror" "$suite" deb-src "$keyring" "$mirror" "$suite" >"$apt/sources.list"
  export APT_CONFIG=$apt/apt.conf
}

downloaded() { echo "($(du -sm "$staging/apt/cache" | cut -f1) MB)"; }

nothing() { :; }

read_package_index() {
  echo "  reading the package index of Debian $suite"
  write_private_apt "$staging/apt"
  background nothing apt-get update -q
}

# Against tools/setup/debian-packages.json. Its own words go to people, a refusal to the log.
check_packages() { node "$here/check-packages.mjs" "$@" 2>>"$log"; }

# --- emscripten -----------------------------------------------------------------------------------------------------------

wanted_llvm() { apt-cache show --no-all-versions emscripten | grep -oP '^Depends:.*\bclang-\K[0-9]+'; }
emscripten_version() { apt-cache show --no-all-versions emscripten | sed -n 's/^Version: \([0-9.]*[0-9]\).*/\1/p'; }

# The whole closure of the shared libraries; then, alone, the packages whose own dependencies (gcc, perl, nodejs …) emcc never uses.
# get_emscripten LLVM OPTION…: the options of apt-get
get_emscripten() {
  local llvm=$1
  shift
  apt-get install -y -q --download-only "$@" "libclang-cpp$llvm" "libclang-common-$llvm-dev" "lld-$llvm" binaryen
  cd "$staging/apt/cache/archives" && apt-get download -q "$@" "clang-$llvm" "llvm-$llvm" emscripten node-acorn
}

unpack_emscripten() {
  local root=$1 llvm=$2 bin=$1/usr/lib/llvm-$2/bin package keep=()
  mkdir -p "$root"
  for package in "$staging"/apt/cache/archives/*.deb; do dpkg -x "$package" "$root"; done
  for package in clang clang-scan-deps lld llvm-ar llvm-nm llvm-objcopy llvm-objdump llvm-dwarfdump llvm-dwp llvm-symbolizer llvm-cxxfilt llvm-readobj llvm-size; do
    keep+=(! -name "$package")
  done
  find "$bin" -type f "${keep[@]}" -delete
  find "$bin" "$root/usr/bin" -xtype l -delete
  rm -rf "$root"/usr/share/{doc,man,lintian,gdb} "$root/usr/lib/llvm-$llvm"/{lib/LLVM*.so,share} "$root/usr/lib/x86_64-linux-gnu/gconv"
  ln -sfn nodejs "$root/usr/share/node_modules" # where emscripten's optimiser looks for acorn
}

# Programs of a newer Debian need the newer loader and libraries that came with them; those stay inside the folder.
# final is where the folder will be once it is renamed: a program names its loader by absolute path.
use_own_libraries() {
  local root=$1 llvm=$2 final=$3 libraries=usr/lib/x86_64-linux-gnu file
  for file in "$root/$libraries"/*.so*; do
    if [ ! -f "$file" ] || [ -L "$file" ]; then continue; fi
    case ${file##*/} in
      ld-linux* | libc.so* | libm.so*) ;; # the loader and its two companions must stay as they are
      *) patchelf --set-rpath '$ORIGIN' "$file" ;;
    esac
  done
  for file in "$root/usr/lib/llvm-$llvm/bin"/* "$root"/usr/bin/wasm*; do
    if [ ! -f "$file" ] || [ -L "$file" ]; then continue; fi
    patchelf --set-interpreter "$final/$libraries/ld-linux-x86-64.so.2" --set-rpath "$final/$libraries" "$file"
  done
}

# Absolute paths: emscripten throws its cache away when the path of its compiler is spelt differently from last time.
configure_emscripten() {
  local root=$1 llvm=$2 final=$3
  cat >"$root/usr/share/emscripten/.emscripten" <<CONF
LLVM_ROOT = '$final/root/usr/lib/llvm-$llvm/bin'
BINARYEN_ROOT = '$final/root/usr'
NODE_JS = 'node'
CACHE = '$final/cache'
CONF
}

unpacked() { echo "($(du -sm "$staging/root" 2>/dev/null | cut -f1) MB)"; }

build_emscripten() {
  local llvm version final
  llvm=$(wanted_llvm) || fail "Debian $suite offers no emscripten package that names its clang; the recipe needs an update"
  version=$(emscripten_version)
  final=$folder/emscripten-$version-recipe$recipe
  echo "  downloading Emscripten $version and clang $llvm (about 110 MB)"
  background downloaded get_emscripten "$llvm"
  check_packages "$staging"/apt/cache/archives/*.deb
  echo "  unpacking (about 360 MB)"
  background unpacked unpack_emscripten "$staging/root" "$llvm"
  echo "  making the programs use the libraries that came with them"
  background unpacked use_own_libraries "$staging/root" "$llvm" "$final/root"
  configure_emscripten "$staging/root" "$llvm" "$final"
  # its loader is not in its final place yet, so it is called by name
  "$staging/root/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2" --library-path "$staging/root/usr/lib/x86_64-linux-gnu" \
    "$staging/root/usr/lib/llvm-$llvm/bin/clang" --version >>"$log" 2>&1 || fail "the downloaded clang $llvm does not run on this machine"
  mkdir "$staging/emscripten"
  mv "$staging/root" "$staging/emscripten/root"
  sync -f "$staging"
  mv -T "$staging/emscripten" "$final"
  find "$staging/apt/cache/archives" -name '*.deb' -delete
}

# --- the compiler's system libraries -----------------------------------------------------------------------------------------
# Emscripten compiles libc, libc++ and so on at the first link that needs them, in variants that follow from the options of the link. Doing
# it here keeps the first build of a clone short. Each kind of link is a probe; cache/.made-<probe> says that its libraries are there.

libraries_compiled() {
  local last
  last=$(grep -oP 'generating system (asset|library): \K\S+' "$log" | tail -1 || true)
  last=${last##*/}
  echo "(${last%...})"
}

# The options that decide which variants a link takes are those of bindings/CMakeLists.txt.
link_core() {
  local emscripten=$1 work=$2
  shift 2
  printf '%s\n' '#include <emscripten/bind.h>' 'float twice(float x) { return x + x; }' \
    'EMSCRIPTEN_BINDINGS(probe) { emscripten::function("twice", &twice); }' >"$work/core.cpp"
  "$emscripten/em++" -std=c++20 -O2 -msimd128 -fno-rtti -fno-exceptions -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0 -sSTRICT --no-entry -lembind -sMODULARIZE -sEXPORT_ES6 -sALLOW_MEMORY_GROWTH -sMALLOC=emmalloc -sFILESYSTEM=0 "$@" "$work/core.cpp" -o "$work/core.mjs"
}

# Exceptions and the standard allocator.
link_tests() {
  local emscripten=$1 work=$2
  printf '%s\n' '#include <iostream>' '#include <stdexcept>' \
    'int main() { try { throw std::runtime_error("caught"); } catch (const std::exception& e) { std::cout << e.what() << std::endl; } }' >"$work/tests.cpp"
  "$emscripten/em++" -std=c++20 -O2 -msimd128 -fwasm-exceptions -sALLOW_MEMORY_GROWTH "$work/tests.cpp" -o "$work/tests.js"
  [ "$(node "$work/tests.js")" = caught ]
}

# probe NAME EMSCRIPTEN CACHE WORK
probe() {
  local emscripten=$2 work=$4
  export EM_CACHE=$3 EM_CONFIG=$emscripten/.emscripten
  case $1 in
    core) link_core "$emscripten" "$work" ;;
    threads) link_core "$emscripten" "$work" -sWASM_WORKERS -sIMPORTED_MEMORY ;;
    tests) link_tests "$emscripten" "$work" ;;
  esac
}

# The first probe makes the cache; the others work on a copy of links and move what they made into it, each file at once.
warm_emscripten() {
  local home=$1 name=$2
  if [ -e "$home/cache/.made-$name" ]; then return; fi
  require_free_space 200
  echo "  compiling the compiler's system libraries for ${purposes[$name]} (once, about half a minute)"
  rm -rf "$staging/cache" "$staging/probes"
  mkdir -p "$staging/probes"
  if [ -d "$home/cache" ]; then cp -al "$home/cache" "$staging/cache"; fi
  touch "$staging/begun"
  background libraries_compiled probe "$name" "$home/root/usr/share/emscripten" "$staging/cache" "$staging/probes"
  rm -rf "$staging/cache/build"
  touch "$staging/cache/.made-$name"
  sync -f "$staging"
  if [ -d "$home/cache" ]; then move_new_files "$staging/cache" "$home/cache"; else mv -T "$staging/cache" "$home/cache"; fi
}

declare -A purposes=([core]='the core' [threads]='the core with threads' [tests]='the tests')

# The marker is the last file.
move_new_files() {
  local from=$1 to=$2 file
  while read -r file; do
    mkdir -p "$to/$(dirname "$file")"
    mv -f "$from/$file" "$to/$file"
  done < <(cd "$from" && find . -type f -newer "$staging/begun" ! -name '.made-*' && find . -name '.made-*' -newer "$staging/begun")
}

# --- libraries ------------------------------------------------------------------------------------------------------------

get_libraries() {
  mkdir -p "$staging/sources"
  cd "$staging/sources"
  apt-get download -q "$@" libxsimd-dev
  apt-get source -q --download-only "$@" catch2 # apt checks it against the signed index
}

build_libraries() {
  local made=$staging/libraries
  echo "  downloading xsimd and Catch2 (about 2 MB)"
  background downloaded get_libraries
  check_packages "$staging"/sources/*
  mkdir -p "$made/xsimd" "$made/catch2" "$staging/xsimd"
  dpkg -x "$staging"/sources/libxsimd-dev_*.deb "$staging/xsimd"
  mv "$staging/xsimd/usr/include" "$made/xsimd/include"
  tar -xf "$staging"/sources/catch2_*.orig.tar.* -C "$made/catch2" --strip-components=1
  [ -e "$made/catch2/extras/catch_amalgamated.hpp" ] || fail "Debian $suite's Catch2 sources hold no extras/catch_amalgamated.hpp; the recipe needs an update"
  printf 'xsimd %s\nCatch2 %s\n' "$(ls "$staging"/sources/libxsimd-dev_*.deb | sed 's/.*libxsimd-dev_\([0-9.]*\).*/\1/')" \
    "$(ls "$staging"/sources/catch2_*.orig.tar.* | sed 's/.*catch2_\([0-9.]*[0-9]\).*/\1/')" >"$made/VERSIONS"
  sync -f "$staging"
  mv -T "$made" "$folder/libraries-recipe$recipe"
}

# --------------------------------------------------------------------------------------------------------------------------

as_uris=(--print-uris -o Acquire::ForceHash=SHA256)
list_uris() {
  local llvm
  llvm=$(wanted_llvm)
  { get_emscripten "$llvm" "${as_uris[@]}" && get_libraries "${as_uris[@]}"; } >"$folder/package-uris" 2>>"$log"
}

newest_emscripten() { find "$folder" -maxdepth 1 -name "emscripten-*-recipe$recipe" | sort -V | tail -1; }

ensure() {
  case $1 in
    emscripten)
      local home
      home=$(newest_emscripten)
      if [ -z "$home" ]; then
        require_free_space 1200
        [ -n "${APT_CONFIG:-}" ] || read_package_index
        build_emscripten
        home=$(newest_emscripten)
      fi
      warm_emscripten "$home" core
      ;;
    threads | tests) warm_emscripten "$(newest_emscripten)" "$1" ;;
    libraries)
      if [ -d "$folder/libraries-recipe$recipe" ]; then return; fi
      require_free_space 400
      [ -n "${APT_CONFIG:-}" ] || read_package_index
      build_libraries
      ;;
    uris)
      read_package_index
      (list_uris)
      ;;
    *) fail "unknown component $1" ;;
  esac
}

case $folder in *[[:space:]]*) fail "Emscripten does not work from a path with spaces: $folder (another place: set XDG_CACHE_HOME)" ;; esac
one_at_a_time
unset APT_CONFIG
staging=$(mktemp -d "$folder/.staging-XXXXXX")
chmod 755 "$staging"
for component in "${components[@]}"; do ensure "$component"; done
