import { posix } from "node:path"
import { filesBelow, isThere, text, workspaces } from "../workspace/disk.ts"

/** Reads FAULTS: a test that has more rounds, or shorter bounds, in the slow set. */
const READS = /\benv\.FAULTS\b|\{[^}]*\b(?:limit|rounds)\b[^}]*\} from "[^"]*\/rounds(?:\.ts)?"/u

/** These install packages, and have scripts of their own: `npm run test:runtimes`, `npm run test:templates`. */
export const INSTALLING = /^examples\/consumers\/test\/(?:copies|runtimes|templates|yourTests)\./u

/** The test files that the slow set changes: those with its name, and those that read FAULTS in a file they import. */
export const slowTests = (): ReadonlyArray<string> => {
  const known = new Map<string, boolean>()
  const isSlow = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    const source = isThere(file) ? text(file) : ""
    known.set(file, READS.test(source))
    const slow = READS.test(source) || importsOf(file, source).some(isSlow)
    known.set(file, slow)
    return slow
  }
  return workspaces()
    .flatMap(({ folder }) => [".test.ts", ".test.tsx"].flatMap((ending) => filesBelow(`${folder}/test`, ending)))
    .filter((file) => file.includes(".slow.") || isSlow(file))
    .filter((file) => !INSTALLING.test(file))
}

/** The files of tests and of the harness that a file imports. */
const importsOf = (file: string, source: string): ReadonlyArray<string> =>
  Array.from(source.matchAll(/(?:from|import) "(?<from>[^"]+)"/gu), ({ groups }) => groups?.from ?? "").flatMap(
    (from) =>
      from.startsWith(".")
        ? posix.join(posix.dirname(file), from)
        : from.startsWith("@countersign/harness/")
          ? from.replace("@countersign/harness/", "tooling/harness/src/").concat(".ts")
          : []
  )

// `npm run test:faults` names these files to vitest.
if (process.argv[1]?.endsWith("slowTests.js") === true) process.stdout.write(`${slowTests().join("\n")}\n`)
