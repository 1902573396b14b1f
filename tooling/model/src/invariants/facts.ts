import { type Collection, SignedRequest } from "@countersign/core/internal"
import { environment } from "../cast/environment.ts"
import { addressOf, type Rows } from "../store/Rows.ts"
import type { Done } from "./Invariant.ts"

/** The values of a collection. */
export const valuesOf = <A>(rows: Rows, collection: Collection.Collection<A>): ReadonlyArray<A> =>
  Array.from(rows.values()).flatMap((kept) =>
    kept.collection.name === collection.name ? [collection.decode(kept.row.body)] : []
  )

export const valueOf = <A>(rows: Rows, collection: Collection.Collection<A>, id: string): A | undefined => {
  const row = rows.get(addressOf(collection, environment, id))?.row
  return row === undefined ? undefined : collection.decode(row.body)
}

/** The request that a commit spent, as it was before, if the commit is that of a retry and spent its own. */
export const spentBy = ({ after, before, commit }: Done): SignedRequest.SignedRequest | undefined => {
  const requestId = commit.call.message.retry?.requestId
  if (requestId === undefined) return undefined
  const address = addressOf(SignedRequest.signedRequests, environment, requestId)
  if (before.rows.get(address) === after.rows.get(address)) return undefined
  const request = valueOf(after.rows, SignedRequest.signedRequests, requestId)
  return request?._tag === "Consumed" ? valueOf(before.rows, SignedRequest.signedRequests, requestId) : undefined
}
