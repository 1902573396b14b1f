import { same, within } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import { orderOf, outcomeOf } from "./orders.ts"
import type { RailsFault, RailsScene, RailsStory } from "./RailsStory.ts"

/** Sends an order under a fault, and again without it. */
const sentUnder = async (scene: RailsScene, fault: RailsFault) => {
  const order = orderOf(scene)
  await scene.fault?.(fault)
  const during = await outcomeOf(scene.rails.send(order))
  await scene.fault?.("none")
  same("An order that may have arrived is unknown, not rejected", during, "unknown")
  within("The outcome of the same order later", await outcomeOf(scene.rails.send(order)), ["accepted", "settled"])
  same("The order is paid once", await scene.paid(order.id), 1)
}

export const faults: ChapterOf<RailsStory> = {
  name: "faults",
  stories: [
    { name: "an order that did not arrive is sent again and paid once", run: (scene) => sentUnder(scene, "down") },
    {
      name: "an order whose reply was lost is sent again and paid once",
      run: (scene) => sentUnder(scene, "lostReplies")
    },
    {
      name: "while the provider is down, prices and states reject",
      run: async (scene) => {
        const { currency, fault, rails } = scene
        const order = orderOf(scene)
        const answer = await rails.send(order)
        await fault?.("down")
        const price = rails.price({ platformId: "acme", from: currency, to: currency })
        // A provider may know its prices by itself.
        await price.catch(() => undefined)
        if (rails.status !== undefined && answer.outcome === "accepted") {
          const state = rails.status({ id: order.id, platformId: order.platformId, reference: answer.reference })
          same("The state of an order is unknown", await outcomeOf(state), "unknown")
        }
        await fault?.("none")
      }
    }
  ]
}
