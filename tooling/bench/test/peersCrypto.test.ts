import { expect, it } from "vitest"
import { all } from "../src/crypto/Contender.ts"
import { compare, cryptoLines } from "../src/crypto/lines.ts"

it("compares every job with other implementations, and reports the cost of each", { timeout: 60_000 }, async () => {
  const lines = await cryptoLines({ rounds: 2, slice: 2 })
  const against = lines.filter(({ unit }) => unit === "times").map(({ name }) => name)
  expect(against.map((name) => name.slice(name.indexOf("ours against ")))).toEqual([
    "ours against @turnkey/crypto",
    "ours against @noble/curves",
    "ours against @turnkey/crypto",
    "ours against @noble/curves",
    "ours against @turnkey/crypto",
    "ours against @hpke/core",
    "ours against bs58check",
    "ours against @simplewebauthn/server",
    "ours against jose",
    "ours against node:crypto, the signature alone",
    "ours against jose",
    "ours against node:crypto, the signature alone",
    "ours against a bare signature check",
    "ours against a bare signature check, its key kept"
  ])
  for (const { median } of lines) expect(median).toBeGreaterThan(0)
})

it("rejects a contender that does not complete the job", async () => {
  const name = "a contender"
  const ours = { name, ready: async (times: number) => all(new Array(times).fill(1), () => true) }
  const idle = { name, ready: async (times: number) => all(new Array(times).fill(1), () => false) }
  await expect(compare({ job: "a job", ours, others: [idle] }, { rounds: 1, slice: 1 })).rejects.toThrow(
    "did not do its job"
  )
})
