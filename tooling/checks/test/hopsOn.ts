import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { root } from "../src/workspace/disk.ts"

export interface Hops {
  readonly leg: number
  readonly files: number
  readonly functions: number
}

/** The files and functions that run in each leg of a warm signed call on a store, from the socket to the response. */
export const hopsOn = (store: "memory" | "postgres"): ReadonlyArray<Hops> => {
  const out = execFileSync(process.execPath, [join(root, "tooling/checks/dist/hops/main.js"), store], {
    encoding: "utf8"
  })
  process.stdout.write(out)
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
}

/** The legs above their limit. A leg of few files was not measured. */
export const above = (legs: ReadonlyArray<Hops>, most: ReadonlyArray<Hops>): ReadonlyArray<Hops> =>
  most.flatMap((limit) => {
    const leg = legs.find((each) => each.leg === limit.leg)
    const isWithin = leg !== undefined && leg.files <= limit.files && leg.functions <= limit.functions
    return isWithin && leg.files > 10 ? [] : [leg ?? limit]
  })
