import { Refusal } from "./Refusal.ts"
import type { Files } from "./templates.ts"

/** Returns the name of a folder as the name of a package. Refuses one that npm would not accept. */
export const packageName = (folder: string): string => {
  if (NAME.test(folder) && folder.length <= 214 && !RESERVED.has(folder)) return folder
  throw new Refusal(
    `"${folder}" cannot be the name of a package. Choose a folder whose name has only a-z, 0-9, "-", "_" and ".", and starts with a letter or digit.`
  )
}

const NAME = /^[a-z0-9][a-z0-9._-]*$/u
const RESERVED: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"])

/** npm does not install a package into a package of the same name. */
export const requireOther = (name: string, dependencies: ReadonlyArray<string>): void => {
  if (dependencies.includes(name)) throw new Refusal(`The service depends on a package "${name}". Choose another folder name.`)
}
