import { rotation } from "@countersign/harness/rotation"
import { hookWorld } from "@countersign/harness/webhooks/receiver"
import { sha256Hex } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import { delivered, verifiers } from "./verifiers.ts"

/** A node of each step: its deliveries, and a receiver that reads the keys from it. */
const atEachStep = () =>
  Promise.all(
    rotation.map(async (keys) => {
      const world = hookWorld({ keys })
      return { sent: await delivered(world), knows: await verifiers(world) }
    })
  )

describe("W5: during a rotation of the vault key and the service key", () => {
  it("a receiver verifies every signature of a node one step before or after the one it read keys from", async () => {
    const steps = await atEachStep()
    for (const [at, { knows }] of steps.entries()) {
      for (const { sent } of steps.slice(Math.max(0, at - 1), at + 2)) {
        expect([at, knows.ed25519(sent), knows.v1(sent), knows.p256(sent)]).toEqual([at, true, true, true])
      }
    }
    // A receiver that never reads the keys again verifies nothing at the end.
    const [first, , , last] = steps
    if (first === undefined || last === undefined) throw new Error("there are four steps")
    expect([first.knows.ed25519(last.sent), first.knows.v1(last.sent), first.knows.p256(last.sent)]).toEqual([
      false,
      false,
      false
    ])
  })

  it("a separate webhook seed is unaffected by a new vault key", async () => {
    const webhooks = [sha256Hex("a seed")]
    const published = await Promise.all(
      rotation.map(async (keys) => (await verifiers(hookWorld({ keys: { ...keys, webhooks } }))).published)
    )
    const ed25519 = published.map((keys) =>
      keys.filter(({ algorithm }: { readonly algorithm: string }) => algorithm === "ED25519")
    )
    expect(ed25519).toEqual(ed25519.map(() => ed25519[0]))
  })
})
