import { execFileSync } from "node:child_process"
import { parseArgs } from "node:util"
import { root } from "@countersign/tools"

/** What a run was asked for. */
export interface Settings {
  /** The target; none lists them. */
  readonly name: string | undefined
  /** The files to break, as paths from the root; all of the target when left out. */
  readonly only: ReadonlyArray<string> | undefined
  /** Only files that changed since this commit or branch. */
  readonly since: string | undefined
}

/** Reads the command line. Throws on what it does not understand. */
export const settingsOf = (args: ReadonlyArray<string>): Settings => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { since: { type: "string" } }
  })
  const [name, ...only] = positionals
  return { name, only: only.length === 0 ? undefined : only, since: values.since }
}

/** The files that differ from a commit or branch, as paths from the root. */
export const changedSince = (ref: string): ReadonlyArray<string> =>
  execFileSync("git", ["diff", "--name-only", "--end-of-options", ref], { cwd: root, encoding: "utf8" }).split("\n")
