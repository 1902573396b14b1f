import { Result } from "effect"
import { describe } from "vitest"
import { defaultPolicy, Session } from "../../src/internal.ts"
import * as prove from "../../src/operations/sessions/prove.ts"
import * as refresh from "../../src/operations/sessions/refresh.ts"
import * as revoke from "../../src/operations/sessions/revoke.ts"
import {
  accountOf,
  credentialOf,
  idOf,
  leg,
  publicKey,
  recordOf,
  requestId,
  sessionId,
  sessionOf,
  T
} from "../given.ts"
import { decides, type Row } from "./shown.ts"

const END = T + defaultPolicy.sessionLifetime
const active = sessionOf()
const revoked = recordOf(Session.sessions, Session.revoke(Result.getOrThrow(Session.active(active.value, T)), T))

/** The sessions that no call may use, and when. */
const UNUSABLE = [
  ["that is not there", undefined, T],
  ["that expires at this very millisecond (I10)", active, END],
  ["that was revoked", revoked, T]
] as const

describe("revoking a session", () => {
  const both = (session: typeof active | undefined, at = T) => {
    const given = { ...leg, at, command: { sessionId }, found: { session } }
    return { first: revoke.begin(given), second: revoke.finish(given) }
  }
  decides([
    ["asks a session of the account to sign", both(active).first, "signed by SessionOfAccount: DELETE_API_KEYS"],
    ["ends it, with the signature", both(active).second, "~sessions Revoked"],
    ["ends it in its last millisecond", both(active, END - 1).second, "~sessions Revoked"],
    ...UNUSABLE.flatMap(
      ([which, session, at]): ReadonlyArray<Row> => [
        [`refuses one ${which}, before the signature`, both(session, at).first, "SessionNotFound"],
        [`refuses one ${which}, after the signature`, both(session, at).second, "SessionNotFound"]
      ]
    )
  ])
})

describe("refreshing a session", () => {
  const command = { sessionId, clientPublicKey: publicKey }
  const intent = { sessionId, signedBy: publicKey, clientPublicKey: publicKey }
  const key = { publicKey, encryptedSessionSigningKey: undefined }
  const prepared = { key, sessionId: idOf("Session", 9) }
  const begin = (session: typeof active | undefined, at = T) =>
    refresh.begin({ ...leg, at, command, found: { session } })
  const finish = (
    session: typeof active | undefined,
    { at = T, credential = credentialOf("OAUTH", {}), others = 0, policy = defaultPolicy } = {}
  ) => {
    const opened = Array.from({ length: others }, (_, nth) => sessionOf(1, nth + 2))
    const found = {
      session,
      credential,
      account: accountOf(),
      active: session ? [session, ...opened].toReversed() : []
    }
    const given = { ...leg, policy, at, command, found, intent, requestId }
    return Result.flatMap(refresh.check(given), (checked) => refresh.finish({ ...given, checked, prepared }))
  }
  const opens = "+sessions Active; ~internal_accounts ACTIVE 0"

  decides([
    ["asks its own key to sign", begin(active), "signed by KeyHolder: CREATE_READ_WRITE_SESSION_V2"],
    [
      "opens another beside it, which a revocation that commits first prevents (S2)",
      finish(active),
      `${opens}; =sessions; =credentials; before +${defaultPolicy.sessionLifetime}`
    ],
    [
      "ends the oldest where the account has as many as it may, and guards it no more where that is it",
      finish(active, { others: 1, policy: { ...defaultPolicy, sessionsPerAccount: 2 } }),
      `${opens}; ~sessions Revoked; =credentials; before +${defaultPolicy.sessionLifetime}`
    ],
    ...UNUSABLE.flatMap(
      ([which, session, at]): ReadonlyArray<Row> => [
        [`refuses one ${which}, before the signature`, begin(session, at), "SessionNotFound"],
        [`refuses one ${which}, after the signature`, finish(session, { at }), "SessionNotFound"]
      ]
    )
  ])
})

describe("proving a session", () => {
  const call = { method: "POST", path: "/pay", body: null }
  const proof = { sessionId, issuedAt: T, nonce: "nonce" }
  const decided = (session: typeof active | undefined, at = T) => {
    const given = { ...leg, at, command: { call, proof, stamp: "stamp", until: T + 60_000 }, found: { session } }
    return Result.flatMap(prove.check(given), (checked) => prove.decide({ ...given, checked }))
  }
  decides([
    [
      "consumes the proof, until the session or the proof expires by the clock of the store",
      decided(active),
      `+spent; =sessions; before +${defaultPolicy.sessionLifetime}; before +60000`
    ],
    ...UNUSABLE.map(([which, session, at]): Row => [`refuses one ${which}`, decided(session, at), "SessionOver"])
  ])
})
