import type { Answer, World } from "@countersign/harness/world"
import type pg from "pg"
import { askedSwitch, isUnavailable, newOwner, type Owner } from "./switching.ts"

/** Owners who toggle the privacy of their wallets until they are stopped, regardless of errors. */
export const keepSwitching = async (world: World, count: number) => {
  const acknowledged: Array<string> = []
  const odd: Array<string> = []
  const state = { refused: 0, isOver: false }
  const owners = await Promise.all(Array.from({ length: count }, () => newOwner(world)))
  const busy = owners.map(async (owner) => {
    while (!state.isOver) {
      const arrived = await switched(world, owner)
      if ("done" in arrived) {
        acknowledged.push(arrived.done)
        continue
      }
      if (isUnavailable(arrived.refused)) state.refused += 1
      else odd.push(`${arrived.refused.status} ${arrived.refused.body?.reason}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  return {
    /** The ids of the requests that were acknowledged as successful. */
    acknowledged,
    /** Responses that are neither a success nor an error for an unavailable store. */
    odd,
    refused: () => state.refused,
    stop: async () => {
      state.isOver = true
      await Promise.all(busy)
    },
    /** The acknowledged ids that are not consumed in this database. */
    missing: async (pool: Pick<pg.Pool, "query">): Promise<ReadonlyArray<string>> => {
      const { rows } = await pool.query(
        `select id from unnest($1::text[]) id where not exists (
           select 1 from countersign.signed_requests r where 'Request:' || r.id = id.id
           and r.body::json ->> '_tag' = 'Consumed')`,
        [acknowledged]
      )
      return rows.map(({ id }) => String(id))
    }
  }
}

/** Makes both legs. Returns the id of the request after a success, or the error response. */
const switched = async (
  world: World,
  owner: Owner
): Promise<{ readonly done: string } | { readonly refused: Answer }> => {
  const requested = await askedSwitch(world, owner)
  if (requested.refused !== undefined) return { refused: requested.refused }
  const answer = await requested.leg()
  if (answer.status !== 200) return { refused: answer }
  owner.isPrivate = requested.to
  return { done: requested.requestId }
}
