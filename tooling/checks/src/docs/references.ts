import { posix } from "node:path"

/** A tsconfig with a reference to each of these folders. Throws where it has no list of references. */
export const withReferences = (text: string, file: string, folders: ReadonlyArray<string>): string => {
  const from = posix.dirname(file)
  const entries = folders.map((folder) => {
    const path = posix.relative(from, folder)
    return `    {\n      "path": "${path === "" ? "." : path}"\n    }`
  })
  const [before, , after] = text.split(/(?<="references": \[)([^\]]*)(?=\])/u)
  if (before === undefined || after === undefined) throw new Error(`${file} has no references`)
  return `${before}\n${entries.join(",\n")}\n  ${after}`
}
