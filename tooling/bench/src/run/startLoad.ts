import type { Order, SliceOrder } from "../load/Order.ts"
import type { Slice } from "../load/slice.ts"
import { child } from "./child.ts"
import type { Server } from "./servers.ts"

/** The process that makes the load. */
export const startLoad = () => {
  const load = child(new URL("../load/main.js", import.meta.url))
  const obey = async (order: Order): Promise<unknown> => {
    const said = await load.ask(order)
    if (isFailure(said)) throw new Error(said.failed)
    if (!isDone(said)) throw new Error("the load says what it did")
    return said.done
  }
  return {
    meet: ({ name, port, seed }: Server) => obey({ order: "meet", server: name, port, seed }),
    leave: ({ name }: Server) => obey({ order: "leave", server: name }),
    slice: async (order: Omit<SliceOrder, "order">): Promise<Slice> => {
      const made = await obey({ order: "slice", ...order })
      if (!isSlice(made)) throw new Error("the load says what a slice came to")
      return made
    },
    stop: load.stop
  }
}

export type Load = ReturnType<typeof startLoad>

const isFailure = (said: unknown): said is { readonly failed: string } =>
  typeof said === "object" && said !== null && "failed" in said
const isDone = (said: unknown): said is { readonly done: unknown } =>
  typeof said === "object" && said !== null && "done" in said
const isSlice = (made: unknown): made is Slice => typeof made === "object" && made !== null && "rate" in made
