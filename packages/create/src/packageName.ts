import { Refusal } from "./Refusal.ts"

/** Returns the name of a folder as the name of a package. Throws a `Refusal` for one that npm does not accept. */
export const packageName = (folder: string): string => {
  if (NAME.test(folder) && !RESERVED.has(folder)) return folder
  throw new Refusal(
    `"${folder}" cannot be the name of a package. Choose a folder whose name has only a-z, 0-9, "-", "_" and ".", at most 64 of them, and starts with a letter or digit.`
  )
}

/** It is the id of the platform too, which has at most 64 characters. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/u
const RESERVED: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"])
