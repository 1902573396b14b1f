import type { Profiler } from "node:inspector"
import { fileURLToPath } from "node:url"
import { root } from "../workspace/disk.ts"

/**
 * Returns the functions of `packages/` and `adapters/` that ran at least once in one call, without module bodies, as
 * `file function` or `file (anonymous) at OFFSET`.
 */
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
