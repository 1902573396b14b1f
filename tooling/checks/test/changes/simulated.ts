import type { Edit } from "./Change.ts"

/** Acts of the simulation that use what the recorded changes add, so that nodes of this version meet what they do not know. */
export const simulated: ReadonlyArray<Edit> = [
  {
    edit: "tooling/simulation/src/world/user.ts",
    after: "    acts: {",
    insert: `      "adds a phone": async () => {
        const { accountId } = await signUp()
        await client.smsOtp.add({ accountId, phoneNumber: "+15551234567", signer: await signedIn() })
      },
      "signs in by phone": async () => {
        const phone = (await client.credentials.list((await signUp()).accountId)).find(({ type }) => type === "SMS_OTP")
        if (phone === undefined) return
        await client.credentials.challenge(phone.id)
        session = await client.smsOtp.login({ credentialId: phone.id, code: "000000" })
      },`
  }
]

/** Simulates days of a service whose nodes are of both versions. Fails with the story of a violation. */
export const simulatedDays = (other: string): string => `
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"

const one = (seed) => JSON.parse(execFileSync(process.execPath, ["tooling/simulation/dist/one.js", JSON.stringify(
  { seed, days: 4, people: 12, nodes: 4, other: ${JSON.stringify(other)} }
)], { maxBuffer: 1e9, encoding: "utf8" }))
const counts = {}
for (const seed of [1, 2, 3]) {
  const { lines, seen, violations } = one(seed)
  assert.deepEqual(violations, [], lines.slice(-40).join("\\n"))
  for (const [what, times] of Object.entries(seen)) counts[what] = (counts[what] ?? 0) + times
}
// Users added what one version does not know, and nodes of that version met it.
assert.ok(counts["act: user adds a phone"] > 3)
assert.ok(counts["refusal: service_unavailable recordunreadable"] > 0, JSON.stringify(counts))
`
