import type pg from "pg"
import type { World } from "../../countersign/test/world.ts"
import { askedSwitch, newOwner, type Owner, requireUnavailable } from "./switching.ts"

/** Owners who switch their wallets' privacy to and fro until they are stopped, whatever the service answers. */
export const keepSwitching = async (world: World, count: number) => {
  const acknowledged: Array<string> = []
  const odd: Array<string> = []
  const state = { refused: 0, isOver: false }
  const owners = await Promise.all(Array.from({ length: count }, () => newOwner(world)))
  const busy = owners.map(async (owner) => {
    while (!state.isOver) {
      const id = await switched(world, owner).catch((fault: unknown) => void odd.push(String(fault)))
      if (id !== undefined) acknowledged.push(id)
      else {
        state.refused += 1
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  })
  return {
    /** The ids of the requests whose success was answered. */
    acknowledged,
    /** What was answered that is neither success nor a refusal for want of a store. */
    odd,
    refused: () => state.refused,
    stop: async () => {
      state.isOver = true
      await Promise.all(busy)
    },
    /** Those of the acknowledged that this database does not know to be used. */
    missing: async (pool: pg.Pool): Promise<ReadonlyArray<string>> => {
      const { rows } = await pool.query(
        `select id from unnest($1::text[]) id where not exists (
           select 1 from countersign.records r where r.collection = 'signed_requests' and r.id = id.id
           and r.body::json ->> '_tag' = 'Consumed')`,
        [acknowledged]
      )
      return rows.map(({ id }) => String(id))
    }
  }
}

/** Both legs: the id of the request if its success was answered, nothing if the store was out of reach. */
const switched = async (world: World, owner: Owner): Promise<string | undefined> => {
  const pending = await askedSwitch(world, owner)
  if ("refused" in pending) {
    requireUnavailable(pending.refused)
    return undefined
  }
  const { leg, requestId, to } = pending
  const done = await leg()
  if (done.status === 200) {
    owner.isPrivate = to
    return requestId
  }
  requireUnavailable(done)
  return undefined
}
