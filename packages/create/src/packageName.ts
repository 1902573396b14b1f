import { Refusal } from "./Refusal.ts"

/** Returns the name of a folder as the name of a package. Refuses one that npm would not accept. */
export const packageName = (folder: string): string => {
  if (NAME.test(folder) && folder.length <= 214 && !RESERVED.has(folder)) return folder
  throw new Refusal(
    `"${folder}" cannot be the name of a package. Choose a folder whose name has only a-z, 0-9, "-", "_" and ".", and starts with a letter or digit.`
  )
}

const NAME = /^[a-z0-9][a-z0-9._-]*$/u
const RESERVED: ReadonlySet<string> = new Set(["node_modules", "favicon.ico"])
