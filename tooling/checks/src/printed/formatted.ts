import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../workspace/disk.ts"

/** The first line of a printed file. Its lines are not counted as lines by hand. */
export const MARK = "// Printed from the contract: npm run docs"

export const isPrinted = (source: string): boolean => source.startsWith(`${MARK}\n`)

/** Returns a source as the formatter of the repository writes it, below the mark of printed files. */
export const formatted = (file: string, source: string): string =>
  execFileSync(BIOME, ["format", `--stdin-file-path=${file}`], {
    cwd: root,
    input: `${MARK}\n\n${source}`,
    encoding: "utf8"
  })

const BIOME = join(root, "node_modules/.bin/biome")
