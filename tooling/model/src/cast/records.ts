import { type Collection, credentials, internalAccounts, type Json, Session } from "@countersign/core/internal"
import { type IdPrefix, makeId } from "@countersign/wire"
import { rowsOf, storedRow } from "../store/Rows.ts"
import { environment, keys, LATE, START } from "./cast.ts"

const idOf = <P extends IdPrefix>(prefix: P, nth: number) =>
  makeId(prefix, { timestampMs: 0, random: Uint8Array.of(0, 0, 0, 0, 0, 0, nth, 255, 255, 255) })

/** Account A has two credentials with a session each. Account B belongs to another customer and has one credential. */
export const ids = {
  A: idOf("InternalAccount", 1),
  B: idOf("InternalAccount", 2),
  C1: idOf("AuthMethod", 1),
  C2: idOf("AuthMethod", 2),
  C3: idOf("AuthMethod", 3),
  S1: idOf("Session", 1),
  S2: idOf("Session", 2),
  S3: idOf("Session", 3),
  /** A credential that rests, one that it vouched for, and one that this one vouched for, with their sessions. */
  C7: idOf("AuthMethod", 7),
  C8: idOf("AuthMethod", 8),
  C9: idOf("AuthMethod", 9),
  S8: idOf("Session", 8),
  S9: idOf("Session", 9),
  /** The customers of A and B, and three recoveries of A. */
  KA: idOf("Customer", 1),
  KB: idOf("Customer", 2),
  R: idOf("Recovery", 1),
  RS: idOf("Recovery", 2),
  RT: idOf("Recovery", 3),
  /** The id of a request that was never issued. */
  none: idOf("Request", 1)
}

export const account = (
  accountId: typeof ids.A,
  more: { readonly customerId?: string; readonly heldUntil?: number } = {}
) =>
  rowOf(internalAccounts, {
    accountId,
    customerId: null,
    type: "EMBEDDED_WALLET",
    status: "ACTIVE",
    currency: { code: "USDC", name: "USD Coin", symbol: "", decimals: 6 },
    balance: 0,
    privateEnabled: false,
    createdAt: START,
    updatedAt: START,
    ...more
  })

export const oauth = (name: "C1" | "C2" | "C3" | "C7" | "C9", more: object = {}) => ({
  credentialId: ids[name],
  accountId: ids.A,
  type: "OAUTH" as const,
  nickname: name,
  material: { issuer: "https://issuer.example", audience: "app", subject: name },
  uniqueKey: name,
  createdAt: START,
  updatedAt: START,
  ...more
})

export const sessionOf = (
  name: "S1" | "S2" | "S3" | "S8" | "S9",
  credential: Session.Opening["credential"],
  expiresAt: number
) =>
  rowOf(Session.sessions, {
    ...Session.open(
      { sessionId: ids[name], credential, publicKey: keys[name].publicKey },
      { sessionLifetime: 0, sessionFamilyLifetime: 0 },
      START
    ),
    expiresAt
  })

export const rowOf = <A>(collection: Collection.Collection<A>, body: Json) => {
  const value = collection.decode(body)
  return storedRow(collection, {
    environment,
    id: collection.id(value),
    version: 1,
    createdAt: START,
    updatedAt: START,
    body: collection.encode(value)
  })
}

const [C1, C2, C3] = [oauth("C1"), oauth("C2"), oauth("C3", { accountId: ids.B })]

export const credentialRows = [C1, C2, C3].map((credential) => rowOf(credentials, credential))

/** S1 expires after one tick. The other sessions outlive every run. */
export const sessionRows = [sessionOf("S1", C1, START + 1), sessionOf("S2", C2, LATE), sessionOf("S3", C3, LATE)]

export const records = rowsOf([account(ids.A), account(ids.B), ...credentialRows, ...sessionRows])
