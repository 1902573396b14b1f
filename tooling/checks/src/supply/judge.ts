import { Result, SemVer } from "effect"
import { type Copy, copiesIn, type Lock } from "./Lock.ts"

/** The allowed versions of a package. */
interface Minimum {
  readonly name: string
  /** The first fixed version of each release line, the newest line last. Empty when no version is fixed. */
  readonly least: ReadonlyArray<string>
  /** The vulnerability of earlier versions. */
  readonly because: string
  /** The workspaces that may depend on the package. All workspaces when omitted. */
  readonly only?: ReadonlyArray<string>
}

/** Minimum versions from advisories. `npm audit` needs a network service; this check needs only the lock file. */
export const minimums: ReadonlyArray<Minimum> = [
  { name: "@hpke/core", least: ["1.7.5"], because: "CVE-2025-64767: concurrent seals used one nonce twice" },
  {
    name: "@simplewebauthn/server",
    least: ["13.3.2"],
    because: "GHSA-6hxq-p678-4hr2: a crafted x5c carried its own root"
  },
  { name: "jose", least: ["2.0.7", "4.15.5"], because: "CVE-2024-28176: a JWE unpacked without a bound" },
  { name: "effect", least: ["3.20.0"], because: "CVE-2026-32887: fibers ran in the context of another request" },
  { name: "koa", least: ["2.15.4"], because: "CVE-2025-25200: ReDoS in forwarded headers" },
  { name: "body-parser", least: ["1.20.3"], because: "CVE-2024-45590: a url-encoded body that takes a CPU down" },
  { name: "path-to-regexp", least: ["0.1.13", "8.0.0"], because: "CVE-2024-45296 and its kin: ReDoS in routes" },
  {
    name: "nodemailer",
    least: ["7.0.7"],
    because: "CVE-2025-14874: addresses that lead elsewhere, and a parser that takes a CPU down",
    only: ["adapters/smtp"]
  },
  { name: "elliptic", least: [], because: "five advisories, some of them without a fix" },
  { name: "ssrfcheck", least: [], because: "CVE-2026-43929: addresses of IPv6 pass, and there is no fix" },
  { name: "dssrf", least: ["1.3.0"], because: "CVE-2026-44232: addresses of IPv6 pass" }
]

/** Returns installed versions with a known vulnerability, and workspaces with a dependency they may not have. */
export const faulty = (lock: Lock, minimums: ReadonlyArray<Minimum>): ReadonlyArray<string> => [
  ...copiesIn(lock).flatMap((copy) =>
    minimums
      .filter(({ least, name }) => name === copy.name && !isGood(copy.version, least))
      .map(({ because, least }) => `${describeCopy(copy)}: ${cureOf(least)}. Before: ${because}`)
  ),
  ...minimums.flatMap(({ name, only }) =>
    dependants(lock, name)
      .filter((folder) => only !== undefined && !only.includes(folder))
      .map((folder) => `${folder} depends on ${name}, which is for ${only?.join(", ")} alone`)
  )
]

const cureOf = (least: ReadonlyArray<string>): string =>
  least.length === 0 ? "no version of it is good; do without" : `take ${least.join(", or ")} at least`

/** Returns the workspaces that depend on a package outside tests. */
const dependants = ({ packages }: Lock, name: string): ReadonlyArray<string> =>
  Object.entries(packages)
    .filter(([path, { dependencies = {} }]) => !path.includes("node_modules/") && Object.hasOwn(dependencies, name))
    .map(([path]) => path)

/** Returns copies without a SHA-512 integrity hash. */
export const unproven = (lock: Lock): ReadonlyArray<string> =>
  copiesIn(lock)
    .filter(({ place }) => !/^sha512-[0-9A-Za-z+/]{86}==$/u.test(place.integrity ?? ""))
    .map((copy) => `${describeCopy(copy)}: it has no SHA-512. Remove it from the lock file, and run npm i again`)

/** Returns install scripts that `allowScripts` does not list, and entries of it without an install script. */
export const scripts = (lock: Lock, allowed: Readonly<Record<string, boolean>>): ReadonlyArray<string> => {
  const running = copiesIn(lock).filter(({ place }) => place.hasInstallScript === true)
  const names = new Set(running.map(({ name }) => name))
  return [
    ...running
      .filter(({ name }) => !Object.hasOwn(allowed, name))
      .map(
        (copy) =>
          `${describeCopy(copy)}: it runs a script at its install. Read that, then say in allowScripts whether it may`
      ),
    ...Object.keys(allowed)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts has ${name}, which runs none: take it out`)
  ]
}

const describeCopy = ({ name, path, version }: Copy): string => `package-lock.json  ${path} is ${name} ${version}`

/** Returns whether `version` is at or after the first fixed version of its release line, or else of the newest line. */
export const isGood = (version: string, least: ReadonlyArray<string>): boolean => {
  const given = SemVer.parse(version)
  if (Result.isFailure(given)) return false
  const goods = least.map(SemVer.parseUnsafe)
  const wanted = goods.find((good) => lineOf(good) === lineOf(given.success)) ?? goods.at(-1)
  return wanted !== undefined && SemVer.isGreaterThanOrEqualTo(given.success, wanted)
}

/** Returns the release line of a version: its major version, or its minor version before 1.0. */
const lineOf = ({ major, minor }: SemVer.SemVer): string => (major === 0 ? `0.${minor}` : `${major}`)
