import { Result, SemVer } from "effect"
import { text } from "../workspace/disk.ts"
import { tableRows } from "../workspace/markdown.ts"
import { type Copy, copiesIn, type Lock } from "./Lock.ts"

const listIn = (cell: string): ReadonlyArray<string> => (cell === "" ? [] : cell.split(", "))

/** The allowed versions of packages, and the workspaces that may depend on them, or none for all. */
export const minimums = tableRows(text("tooling/checks/minimums.md"), "Package").map(
  ({ cells: [name = "", least = "", because = "", only = ""] }) => ({
    ...{ name, because },
    least: listIn(least),
    only: listIn(only)
  })
)

/** Returns installed versions with a known vulnerability, and workspaces with a dependency they may not have. */
export const faulty = (lock: Lock): ReadonlyArray<string> => [
  ...copiesIn(lock).flatMap((copy) =>
    minimums
      .filter(({ least, name }) => name === copy.name && !isGood(copy.version, least))
      .map(({ because, least }) => `${describeCopy(copy)}: ${cureOf(least)}. Before: ${because}`)
  ),
  ...minimums.flatMap(({ name, only }) =>
    dependants(lock, name)
      .filter((folder) => only.length > 0 && !only.includes(folder))
      .map((folder) => `${folder} depends on ${name}, which is for ${only.join(", ")} alone`)
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
