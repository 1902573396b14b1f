import { execFileSync } from "node:child_process"
import { parseArgs } from "node:util"
import { root } from "@countersign/checks"

/** What a run was asked for. */
export interface Settings {
  /** The target; none lists them. */
  readonly name: string | undefined
  /** The files to break, as paths from the root; all of the target when left out. */
  readonly only: ReadonlyArray<string> | undefined
  /** Only files that changed since this commit, or since this branch was left. */
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

/** Those of the files that a run was asked for. */
export const chosen = (
  files: ReadonlyArray<string>,
  { only, since }: Omit<Settings, "name">
): ReadonlyArray<string> => {
  const changed = since === undefined ? undefined : changedSince(since)
  return files.filter((file) => (only?.includes(file) ?? true) && (changed?.includes(file) ?? true))
}

/** The files that were changed or added since a commit, or since a branch was left, as paths from the root. */
export const changedSince = (ref: string, cwd = root): ReadonlyArray<string> => {
  const git = (...args: ReadonlyArray<string>) =>
    execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).split("\n")
  return [
    ...git("diff", "--name-only", "--merge-base", "--end-of-options", ref),
    ...git("ls-files", "--others", "--exclude-standard")
  ].filter((path) => path !== "")
}
