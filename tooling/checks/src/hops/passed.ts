import type { Profiler } from "node:inspector"
import { fileURLToPath } from "node:url"
import { root } from "../workspace/disk.ts"

/** Returns the functions of our packages that ran, without module bodies: `file function`, `file (anonymous) at OFFSET`. */
export const passedBy = (scripts: ReadonlyArray<Profiler.ScriptCoverage>): ReadonlyArray<string> => {
  const own = scripts.flatMap(({ functions, url }) => {
    const file = url.startsWith("file:") ? fileURLToPath(url).slice(root.length) : ""
    return /^(?:packages|adapters)\//u.test(file) ? [{ file, functions }] : []
  })
  const passed = own.flatMap(({ file, functions }) =>
    functions.flatMap(({ functionName, ranges: [range] }) =>
      range === undefined || range.count === 0 || range.startOffset === 0
        ? []
        : [`${file} ${functionName === "" ? `(anonymous) at ${range.startOffset}` : functionName}`]
    )
  )
  return passed.sort()
}

/** The functions that run in every round, and their files. A round of a busy machine also has background work. */
export const callOf = ([first = [], ...others]: ReadonlyArray<ReadonlyArray<string>>) => {
  const functions = first.filter((each) => others.every((round) => round.includes(each)))
  return { files: [...new Set(functions.map((each) => each.split(" ")[0]))], functions }
}
