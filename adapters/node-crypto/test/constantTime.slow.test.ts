import { ApiTokens } from "@countersign/core"
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { secretDigest, staticTokens } from "../src/index.ts"
import { type Kind, timed, welch } from "./welch.ts"

const SAMPLES = 100_000
const SECRET = "3b1f6ad0c2e94857f60d8a11b7e2934c"

const door = Effect.runSync(
  Effect.provide(
    ApiTokens,
    staticTokens([{ id: "tok_1", secretSha256: secretDigest(SECRET), platformId: "acme", mode: "sandbox" }])
  )
)
interface Shown {
  readonly id: string
  readonly secret: Redacted.Redacted
}
const ask = (shown: Shown) => Effect.runSync(door.authenticate(shown))

/** A flat string that shares no memory with other inputs. */
const fresh = (...parts: ReadonlyArray<string>): string => Buffer.from(parts.join("")).toString()
const shown = (id: string, ...secret: ReadonlyArray<string>): Shown => ({
  id: fresh(id),
  secret: Redacted.make(fresh(...secret))
})
const kinds: ReadonlyArray<Kind<Shown>> = [
  () => shown("tok_2", SECRET),
  (at) => shown("tok_1", "ghijkl"[at % 6] ?? "", SECRET.slice(1)),
  (at) => shown("tok_1", SECRET.slice(0, -1), "ghijkl"[at % 6] ?? "")
]

/**
 * The largest t of any two kinds. Load on the machine disturbs single runs, while a leak shows in every run: the
 * smallest of five counts.
 */
const reported = <A>(kinds: ReadonlyArray<Kind<A>>, call: (input: A) => unknown): number => {
  timed(kinds, call, 20_000)
  const runs = Array.from({ length: 5 }, () => {
    const times = timed(kinds, call, SAMPLES)
    return Math.max(...times.flatMap((one, at) => times.slice(at + 1).map((other) => welch(one, other))))
  })
  console.log(`Welch's t over ${SAMPLES} samples a kind: ${runs.map((t) => t.toFixed(1)).join(", ")}`)
  return Math.min(...runs)
}

describe("H1: by response time", () => {
  it("an unknown id, a wrong first byte and a wrong last byte are indistinguishable", () => {
    expect(reported(kinds, ask)).toBeLessThan(4.5)
  })

  it("an implementation that looks up the id first is detected, which validates the measurement", () => {
    const known = new Set(["tok_1"])
    const early = ({ id, secret }: Shown) => known.has(id) && secretDigest(Redacted.value(secret)) === SECRET
    expect(reported(kinds, early)).toBeGreaterThan(4.5)
  })
})
