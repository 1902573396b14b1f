import { callers, keyPair } from "@countersign/harness/world"
import { expect, it } from "vitest"
import { hosted } from "./visitors.ts"

const TRIES = 1000
const KNOWN = "known@example.com"
const UNKNOWN = "unknown@example.com"

/** The probability that a time of the first list is longer than one of the second: 0.5 where the two are alike. */
const longer = (first: ReadonlyArray<number>, second: ReadonlyArray<number>): number => {
  const all = [...first.map((time) => ({ time, isFirst: true })), ...second.map((time) => ({ time, isFirst: false }))]
  let sum = 0
  for (const [rank, { isFirst }] of all.toSorted((a, b) => a.time - b.time).entries()) if (isFirst) sum += rank + 1
  return (sum - (first.length * (first.length + 1)) / 2) / (first.length * second.length)
}

it("the comparison of times finds a difference of a tenth in noise of that size", () => {
  const noise = (nth: number) => 1 + (((nth * 7919) % 1000) / 1000) * 0.2
  const times = Array.from({ length: TRIES }, (_, nth) => noise(nth))
  expect(longer(times, times)).toBeCloseTo(0.5, 2)
  expect(
    longer(
      times.map((time) => time + 0.1),
      times
    )
  ).toBeGreaterThan(0.8)
})

it("O10: 1,000 tries at each step show no difference in answers or times between an address with an account and one without", async () => {
  const { close, prove, proof, call, start, world } = hosted({}, { signIn: async () => undefined })
  await world.customer(callers.a, KNOWN)
  await prove(KNOWN, keyPair())
  const started = new Map([
    [KNOWN, await start(KNOWN)],
    [UNKNOWN, await start(UNKNOWN)]
  ])
  // Of another form than the code, so that it is no guess and nothing is locked.
  const answers = new Map(
    await Promise.all(
      [...started].map(async ([email, answer]) => [email, await proof(answer, email, keyPair(), "1")] as const)
    )
  )
  const doors = {
    start: (email: string) => start(email),
    verify: (email: string) => call("/auth/sign-ins/verify", answers.get(email))
  }
  for (const [door, knock] of Object.entries(doors)) {
    const times = new Map<string, Array<number>>([
      [KNOWN, []],
      [UNKNOWN, []]
    ])
    const seen = new Set<string>()
    for (let nth = 0; nth < 2 * TRIES; nth += 1) {
      // In pairs whose order alternates, so that a slower moment of the machine meets both.
      const email = (nth + Math.floor(nth / 2)) % 2 === 0 ? KNOWN : UNKNOWN
      const begin = performance.now()
      const { body, status } = await knock(email)
      times.get(email)?.push(performance.now() - begin)
      seen.add(JSON.stringify([status, Object.keys(body), body.reason]))
    }
    const chance = longer(times.get(KNOWN) ?? [], times.get(UNKNOWN) ?? [])
    console.log(`${door}: a known address took longer in ${(100 * chance).toFixed(1)} % of the comparisons`)
    expect(seen.size).toBe(1)
    expect(Math.abs(chance - 0.5)).toBeLessThan(0.1)
  }
  await close()
})
