import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../workspace/disk.ts"

/** The first line of a source that is printed from the contract. */
export const MARK = "// Printed from the contract: npm run docs"

/** Whether the first line of a source says from what it is printed. Its lines are not counted as lines by hand. */
export const isPrinted = (source: string): boolean => /^\/\/ Printed from .*`?npm run docs/u.test(source)

/** Returns a source as the formatter of the repository writes it, below the mark of printed files. */
export const formatted = (file: string, source: string, mark = MARK): string =>
  execFileSync(BIOME, ["format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: `${mark}\n\n${source}`,
    encoding: "utf8"
  })

/** The names that modules declare, by the path of each module, in the order of the imports. */
export type Modules = Readonly<Record<string, ReadonlyArray<string>>>

/** Returns a source below the imports of the types that it names. */
export const withImports = (source: string, modules: Modules): string => {
  const words = new Set(source.replaceAll(/\/\*\*.*?\*\//gsu, "").match(/\b[A-Z]\w+\b/gu))
  const imports = Object.entries(modules).flatMap(([from, names]) => {
    const used = names.filter((name) => words.has(name)).toSorted()
    return used.length === 0 ? [] : [`import type { ${used.join(", ")} } from "${from}"\n`]
  })
  return `${imports.toSorted((one, other) => (fromOf(one) < fromOf(other) ? -1 : 1)).join("")}\n${source}`
}

const fromOf = (line: string): string => line.slice(line.indexOf('"'))

const BIOME = join(root, "node_modules/.bin/biome")
