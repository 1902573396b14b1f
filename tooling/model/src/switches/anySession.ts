import { Session, SignedRequest } from "@countersign/core/internal"
import { ids } from "../cast/records.ts"
import { valueOf } from "../invariants/facts.ts"
import { type Kept, kept } from "../store/Rows.ts"
import { matching } from "../store/read.ts"
import type { Reading, Switch } from "./Switch.ts"

export const anySession: Switch = {
  invariant: "I3",
  name: "any session",
  says: "the signing session is looked up by its key alone, and whose it is nobody asks",
  read: (reading) => {
    const { found, ref } = reading
    if (ref.collection.name !== Session.sessions.name || ref.by !== "index" || ref.index !== "signer") return found
    const [, key] = ref.values
    return typeof key === "string" ? sessionsOf(key, reading) : found
  }
}

/** Shown to the workflow as what it asks for: sessions of the request's account, and of a credential it does not mind. */
const sessionsOf = (key: string, { delivery, found, ref, rows }: Reading): ReadonlyArray<Kept> => {
  const request = valueOf(rows, SignedRequest.signedRequests, delivery.message.retry?.requestId ?? "")
  if (request === undefined) return found
  return matching(rows, ref, ["publicKey"], [key]).map(({ row }) => {
    const session = { ...Session.sessions.decode(row.body), accountId: request.accountId, credentialId: ids.C3 }
    return kept(Session.sessions, { ...row, body: session })
  })
}
