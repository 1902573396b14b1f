import type { Profiler } from "node:inspector"
import { fileURLToPath } from "node:url"
import { root } from "../workspace/disk.ts"

/** `functions` are `file function`, or `file (anonymous) at OFFSET`. */
export type Passed = ReturnType<typeof passedBy>

/** Returns the functions of `packages/` and `adapters/` that ran at least once in one call, without module bodies. */
export const passedBy = (scripts: ReadonlyArray<Profiler.ScriptCoverage>) => {
  const own = scripts.flatMap(({ functions, url }) => {
    const file = url.startsWith("file:") ? fileURLToPath(url).slice(root.length) : ""
    return /^(?:packages|adapters)\//u.test(file) ? [{ file, functions }] : []
  })
  const functions = own.flatMap(({ file, functions }) =>
    functions.flatMap(({ functionName, ranges: [range] }) =>
      range === undefined || range.count === 0 || range.startOffset === 0
        ? []
        : [`${file} ${functionName === "" ? `(anonymous) at ${range.startOffset}` : functionName}`]
    )
  )
  return { files: [...new Set(functions.map((line) => line.split(" ")[0] ?? ""))].sort(), functions: functions.sort() }
}
