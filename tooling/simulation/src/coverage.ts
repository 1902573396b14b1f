import { catalogue, endpoints } from "@countersign/http"
import { transitions } from "./transitions.ts"
import { unreached } from "./unreached.ts"

/** How often something happened, over several runs. */
export const sum = (all: ReadonlyArray<Readonly<Record<string, number>>>): Readonly<Record<string, number>> => {
  const total: Record<string, number> = {}
  for (const one of all) for (const [what, times] of Object.entries(one)) total[what] = (total[what] ?? 0) + times
  return total
}

/** All operations, as runs count them. */
export const operations = endpoints.map(({ shape: { method, path } }) => `${method} ${path.replace(/:\w+/gu, ":id")}`)

/** All refusals: their code, and the name in the anchor that each answer links to. */
export const refusals = Object.entries(catalogue).map(([tag, { code }]) => `${code} ${tag}`)

/** How much of a list runs have reached. The rest either has a reason in the table, or is missing. */
const reachedOf = (all: ReadonlyArray<string>, isReached: (one: string) => boolean) => {
  const others = all.filter((one) => !isReached(one))
  return {
    of: all.length,
    reached: all.length - others.length,
    explained: [...unreached].flatMap(([name, reason]) => (others.includes(name) ? [{ name, reason }] : [])),
    missing: others.filter((one) => !unreached.has(one))
  }
}

/** The operations, refusals, transitions and faults that runs have reached, and those that they have not. */
export const coverageOf = (seen: Readonly<Record<string, number>>) => {
  const names = new Set(Object.keys(seen))
  const isDone = (operation: string) =>
    ["200", "201", "202", "204"].some((status) => names.has(`${operation} ${status}`))
  const faults = Object.entries(seen).flatMap(([what, times]) =>
    what.startsWith("fault: ") ? [{ what: what.slice(7), times }] : []
  )
  return {
    operations: reachedOf(operations, isDone),
    refusals: reachedOf(refusals, (one) => names.has(`refusal: ${one.toLowerCase()}`)),
    transitions: reachedOf(transitions, (one) => names.has(`transition: ${one}`)),
    faults
  }
}
