import type { PaymentInstruction } from "countersign"
import * as fc from "fast-check"
import { same, within } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { orderOf, PAID } from "./orders.ts"
import type { RailsFault, RailsScene, RailsStory } from "./RailsStory.ts"

/** A request of an order: of a new one, or of the one with that number again. */
interface Request {
  readonly order: number | "new" | "rejected"
  readonly fault: RailsFault
}

/** An order in the model of a provider. Each request of it has the same answer, unless the answer is lost. */
interface Known {
  readonly order: PaymentInstruction
  readonly isRejected: boolean
  reference?: string
}

const requestsOf = ({ fault, rejected }: RailsScene): fc.Arbitrary<ReadonlyArray<Request>> =>
  fc.array(
    fc.record({
      order: fc.oneof(fc.nat(9), fc.constantFrom("new" as const, rejected === undefined ? "new" : "rejected")),
      fault: fc.constantFrom<RailsFault>("none", ...(fault === undefined ? [] : (["down", "lostReplies"] as const)))
    }),
    { minLength: 1, maxLength: 12 }
  )

const request = async (scene: RailsScene, known: Known, fault: RailsFault): Promise<void> => {
  await scene.fault?.(fault)
  const answer = await scene.rails.send(structuredClone(known.order)).catch(() => ({ outcome: "unknown" as const }))
  const outcomes = known.isRejected ? ["rejected"] : PAID
  // An order that may have arrived is not rejected.
  within("The outcome of an order", answer.outcome, fault === "none" ? outcomes : ["unknown"])
  if (answer.outcome !== "accepted") return
  known.reference ??= answer.reference
  same("The reference of an order", answer.reference, known.reference)
}

/** Sends the orders of a walk, and in the end each once more without a fault: it is then paid once, or never if rejected. */
const walk = async (scene: RailsScene, requests: ReadonlyArray<Request>): Promise<void> => {
  const all: Array<Known> = []
  for (const { fault, order } of requests) {
    const again = typeof order === "number" ? all[order % all.length] : undefined
    const isRejected = order === "rejected"
    const known: Known = again ?? { order: orderOf(scene, isRejected ? scene.rejected : scene.account), isRejected }
    if (again === undefined) all.push(known)
    await request(scene, known, fault)
  }
  for (const known of all) {
    await request(scene, known, "none")
    same("The number of payments of an order", await scene.paid(known.order.id), known.isRejected ? 0 : 1)
  }
}

/** Sequences of requests under faults, against a model of the provider. */
export const walksOf = (count: number): ChapterOf<RailsStory> => ({
  name: "walks",
  stories: [
    {
      name: `orders that are sent again, under faults, are paid once and rejected never, in ${count} walks`,
      run: (scene) =>
        fc.assert(
          fc.asyncProperty(requestsOf(scene), (requests) => walk(scene, requests)),
          { numRuns: count, endOnFailure: true }
        )
    }
  ]
})
