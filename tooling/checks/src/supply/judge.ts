import { type Copy, copiesIn, type Lock } from "./Lock.ts"
import type { Minimum } from "./minimums.ts"
import { isGood } from "./version.ts"

/** Copies of a version with a known fault, and workspaces that depend on what is not for them. */
export const faulty = (lock: Lock, minimums: ReadonlyArray<Minimum>): ReadonlyArray<string> => [
  ...copiesIn(lock).flatMap((copy) =>
    minimums
      .filter(({ least, name }) => name === copy.name && !isGood(copy.version, least))
      .map(({ because, least }) => `${told(copy)}: ${cureOf(least)}. Before: ${because}`)
  ),
  ...minimums.flatMap(({ name, only }) =>
    dependants(lock, name)
      .filter((folder) => only !== undefined && !only.includes(folder))
      .map((folder) => `${folder} depends on ${name}, which is for ${only?.join(", ")} alone`)
  )
]

const cureOf = (least: ReadonlyArray<string>): string =>
  least.length === 0 ? "no version of it is good; do without" : `take ${least.join(", or ")} at least`

/** The workspaces that depend on a package, tests aside. */
const dependants = ({ packages }: Lock, name: string): ReadonlyArray<string> =>
  Object.entries(packages)
    .filter(([path, { dependencies = {} }]) => !path.includes("node_modules/") && Object.hasOwn(dependencies, name))
    .map(([path]) => path)

/** Copies that nothing proves to be what was locked. */
export const unproven = (lock: Lock): ReadonlyArray<string> =>
  copiesIn(lock)
    .filter(({ place }) => !/^sha512-[0-9A-Za-z+/]{86}==$/u.test(place.integrity ?? ""))
    .map((copy) => `${told(copy)}: it has no SHA-512. Remove it from the lock file, and run npm i again`)

/** Scripts that would run at an install and that nobody allowed, and those allowed that there are none of. */
export const scripts = (lock: Lock, allowed: Readonly<Record<string, boolean>>): ReadonlyArray<string> => {
  const running = copiesIn(lock).filter(({ place }) => place.hasInstallScript === true)
  const names = new Set(running.map(({ name }) => name))
  return [
    ...running
      .filter(({ name }) => !Object.hasOwn(allowed, name))
      .map(
        (copy) => `${told(copy)}: it runs a script at its install. Read that, then say in allowScripts whether it may`
      ),
    ...Object.keys(allowed)
      .filter((name) => !names.has(name))
      .map((name) => `allowScripts has ${name}, which runs none: take it out`)
  ]
}

const told = ({ name, path, version }: Copy): string => `package-lock.json  ${path} is ${name} ${version}`
