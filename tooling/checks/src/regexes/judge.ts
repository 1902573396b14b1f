import { check } from "recheck"
import type { Breach } from "../arrows/breach.ts"
import type { Expression } from "./expressions.ts"

/**
 * Asks an analyser whether the time an expression takes grows faster than its text. First by its automaton, which is a
 * proof and takes two seconds where it comes to an end at all; what that cannot read is attacked instead.
 */
export const judge = async ({ flags, line, path, pattern }: Expression): Promise<ReadonlyArray<Breach>> => {
  const proof = await check(pattern, flags, { checker: "automaton", timeout: 10_000 })
  const verdict = proof.status === "unknown" ? await check(pattern, flags, ATTACK) : proof
  const breach = (rule: string, remedy: string) => [{ path, line, rule, remedy: `/${pattern}/${flags} ${remedy}` }]
  switch (verdict.status) {
    case "safe":
      return []
    case "vulnerable":
      return breach("regex", `takes ${verdict.complexity.summary} time, by ${verdict.attack.pattern}`)
    case "unknown":
      return breach("regex-unread", `could not be judged (${verdict.error.kind}): write it more plainly`)
  }
}

/** An attack is judged by the steps it takes: by the clock, a busy machine would find every expression slow. */
const ATTACK = { timeout: 120_000, attackTimeout: null, incubationTimeout: null }
