// System packages. On Debian as root missing packages are installed; elsewhere the error lists them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { explainLog, Failure } from '../failure.mjs'
import { cacheFolder } from '../paths.mjs'
import { capture, run, which } from '../process.mjs'
import { atLeast, readVersion } from './version.mjs'

// Each need: the Debian package that provides it, and how to check it. A minimum is compared with the first number of --version.
const benchmark = [
  command('g++', 'g++', '11'),
  command('chromium', 'chromium'),
  optional(command('chromium-headless-shell', 'chromium-headless-shell')),
]

const needs = {
  build: [
    command('cmake', 'cmake', '3.25'),
    command('ninja', 'ninja-build'),
    command('python3', 'python3', '3.10'),
    optional(command('ccache', 'ccache')),
  ],
  toolchain: [command('patchelf', 'patchelf'), command('python3', 'python3', '3.10')],
  benchmark,
  tests: [
    ...benchmark,
    command('firefox-esr', 'firefox-esr'),
    command('WebKitWebDriver', 'webkit2gtk-driver'), // depends on the library, in whose package MiniBrowser is
    command('Xvfb', 'xvfb'),
    // browser tests use only these fonts (tests/browser/fonts.conf)
    font('DejaVu Sans', 'fonts-dejavu-core'),
    font('DejaVu Math TeX Gyre', 'fonts-dejavu-extra'),
    font('WenQuanYi Micro Hei', 'fonts-wqy-microhei'),
  ],
}

function command(name, debianPackage, minimum) {
  return {
    name: minimum ? `${name} ${minimum} or newer` : name,
    package: debianPackage,
    met: () => isOnPath(name, minimum),
  }
}

/** Installed where that needs no question, never demanded. */
function optional(need) {
  return { ...need, met: () => need.met() || !canInstall() }
}

const isDebian = () => Boolean(which('apt-get')) && existsSync('/etc/debian_version')

const canInstall = () => isDebian() && process.getuid() === 0

function isOnPath(name, minimum) {
  const file = which(name)
  if (!file) return false
  if (!minimum) return true
  const version = readVersion(capture(file, ['--version']))
  return version !== null && atLeast(version, minimum)
}

function font(family, debianPackage) {
  return {
    name: `the font ${family}`,
    package: `fontconfig ${debianPackage}`, // fc-list comes with the first
    met: () => Boolean(capture('fc-list', [family, 'family'])?.trim()),
  }
}

/** @param {keyof typeof needs} group makes sure that all needs of the group are met, or throws a Failure */
export async function ensurePackages(group) {
  const missing = needs[group].filter((need) => !need.met())
  if (missing.length === 0) return
  const packages = [...new Set(missing.flatMap((need) => need.package.split(' ')))]
  if (!isDebian()) {
    throw new Failure(
      `This system lacks ${list(missing.map((need) => need.name))}; install it with your package manager and run the command again.`,
    )
  }
  if (process.getuid() !== 0) {
    throw new Failure(
      `This system lacks ${list(missing.map((need) => need.name))}, and only root may install it: sudo apt-get install ${packages.join(' ')}`,
    )
  }
  await install(packages)
  const still = missing.filter((need) => !need.met())
  if (still.length > 0) {
    throw new Failure(
      `The packages of this system are too old: ${list(still.map((need) => need.name))} is needed (Debian 12 or newer has it).`,
    )
  }
}

async function install(packages) {
  const log = join(cacheFolder(), 'logs', 'system-packages.log')
  console.log(`Installing system packages: ${packages.join(' ')}`)
  const updateLog = join(cacheFolder(), 'logs', 'apt-update.log')
  // A broken third-party source fails the update although the official sources work, so only the installation may fail.
  await aptGet(['update', '-q'], updateLog)
  const args = ['install', '-y', '-q', '--no-install-recommends', ...packages]
  let code = await aptGet(args, log)
  if (code !== 0 && /dpkg --configure -a/.test(readFileSync(log, 'utf8'))) {
    console.log('  an earlier installation was interrupted; finishing it first')
    await run('dpkg', ['--configure', '-a'], { env: quietly(), log: updateLog })
    code = await aptGet(args, log)
  }
  if (code !== 0) {
    throw new Failure(
      `The packages ${packages.join(', ')} could not be installed: ${explainLog(log) ?? explainLog(updateLog) ?? 'apt-get failed'}.`,
      { log },
    )
  }
}

/** Waits up to three minutes while another program holds one of apt's locks. */
async function aptGet(args, log) {
  const deadline = Date.now() + 180_000
  for (;;) {
    const code = await run('apt-get', args, { env: quietly(), log, label: `apt-get ${args[0]}` })
    const locked = code !== 0 && /using apt/.test(explainLog(log) ?? '')
    if (!locked || Date.now() > deadline) return code
    console.log('  … another program is using apt; waiting for it')
    await delay(10_000)
  }
}

function quietly() {
  return { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
}

function list(names) {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
