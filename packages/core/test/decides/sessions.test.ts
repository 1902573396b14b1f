import { Result } from "effect"
import { describe } from "vitest"
import { defaultPolicy, Session } from "../../src/internal.ts"
import { prove } from "../../src/things/sessions/prove.ts"
import { refreshSession } from "../../src/things/sessions/refresh.ts"
import { revokeOtherSessions, revokeSession } from "../../src/things/sessions/sessions.ts"
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

const account = accountOf()
const END = T + defaultPolicy.sessionLifetime
const active = sessionOf()
const revoked = recordOf(Session.sessions, Session.revoke(Result.getOrThrow(Session.active(active.value, T)), T))

/** Sessions that no call may use, and the time of the call. */
const UNUSABLE = [
  ["that does not exist", undefined, T],
  ["that expires in this millisecond (I10)", active, END],
  ["that was revoked", revoked, T]
] as const

describe("revoking a session", () => {
  const both = (session: typeof active | undefined, at = T) => {
    const given = { ...leg, at, command: { sessionId }, found: { session }, intent: { sessionId } }
    return { first: revokeSession.begin.decide(given), second: revokeSession.finish.decide(given) }
  }
  decides(() => [
    [
      "requires the signature of a session of the account",
      both(active).first,
      "signed by SessionOfAccount: DELETE_API_KEYS"
    ],
    ["revokes it in the signed leg", both(active).second, "~sessions Revoked"],
    ["revokes it in its last millisecond", both(active, END - 1).second, "~sessions Revoked"],
    ...UNUSABLE.flatMap(
      ([which, session, at]): ReadonlyArray<Row> => [
        [`fails for a session ${which}, in the first leg`, both(session, at).first, "SessionNotFound"],
        [`fails for a session ${which}, in the signed leg`, both(session, at).second, "SessionNotFound"]
      ]
    )
  ])
})

describe("revoking the other sessions of an account", () => {
  const second = sessionOf(1, 2)
  const { accountId } = account.value
  const given = { ...leg, command: { accountId, body: null }, intent: { accountId } }
  const first = (found: Parameters<typeof revokeOtherSessions.begin.decide>[0]["found"], at = T) =>
    revokeOtherSessions.begin.decide({ ...given, at, found })
  const signed = (by: ReadonlyArray<typeof active>, sessions = [active, second]) =>
    revokeOtherSessions.finish.decide({
      ...given,
      found: { account, active: sessions },
      signedBy: by.map(({ value }) => value.sessionId)
    })
  const touched = "~internal_accounts ACTIVE 0"
  decides(() => [
    [
      "requires the signature of a session of the account",
      first({ account, active: [active] }),
      "signed by SessionOfAccount: SIGN_RAW_PAYLOAD_V2"
    ],
    ["fails for an account that does not exist", first({ account: undefined, active: [] }), "AccountNotFound"],
    ["fails for an account without sessions", first({ account, active: [] }), "SessionNotFound"],
    [
      "fails in the millisecond in which the last session expires",
      first({ account, active: [active] }, END),
      "SessionNotFound"
    ],
    ["ends every session but the one that signed", signed([active]), `~sessions Revoked; ${touched}`],
    ["ends none that has the key that signed", signed([active, second]), touched],
    [
      "ends a session that has expired by this node's clock only (R8)",
      signed([second]),
      `~sessions Revoked; ${touched}`
    ]
  ])
})

describe("refreshing a session", () => {
  const command = { sessionId, clientPublicKey: publicKey }
  const intent = { sessionId, signedBy: publicKey, clientPublicKey: publicKey }
  const key = { publicKey, encryptedSessionSigningKey: undefined }
  const prepared = { key, sessionId: idOf("Session", 9), client: undefined }
  const begin = (session: typeof active | undefined, at = T) =>
    refreshSession.begin.decide({ ...leg, at, command, found: { session } })
  const finish = (
    session: typeof active | undefined,
    { at = T, credential = credentialOf("OAUTH", {}), others = 0, policy = defaultPolicy } = {}
  ) => {
    const opened = Array.from({ length: others }, (_, nth) => sessionOf(1, nth + 2))
    const found = {
      session,
      credential,
      account: accountOf(),
      settings: undefined,
      active: session ? [session, ...opened].toReversed() : []
    }
    const given = { ...leg, policy, at, command, found, intent, requestId }
    return Result.flatMap(refreshSession.finish.check(given), (checked) =>
      refreshSession.finish.decide({ ...given, checked, prepared })
    )
  }
  const opens = "+sessions Active; ~internal_accounts ACTIVE 0"

  decides(() => [
    ["requires the signature of its own key", begin(active), "signed by KeyHolder: CREATE_READ_WRITE_SESSION_V2"],
    [
      "opens a new session, unless a revocation commits first (S2)",
      finish(active),
      `${opens}; =sessions; =credentials; before +${defaultPolicy.sessionLifetime}`
    ],
    [
      "ends the oldest session at the account's maximum, without a guard on it if it is the refreshed one",
      finish(active, { others: 1, policy: { ...defaultPolicy, sessionsPerAccount: 2 } }),
      `${opens}; ~sessions Revoked; =credentials; before +${defaultPolicy.sessionLifetime}`
    ],
    ...UNUSABLE.flatMap(
      ([which, session, at]): ReadonlyArray<Row> => [
        [`fails for a session ${which}, in the first leg`, begin(session, at), "SessionNotFound"],
        [`fails for a session ${which}, in the signed leg`, finish(session, { at }), "SessionNotFound"]
      ]
    )
  ])
})

describe("verifying a session proof", () => {
  const call = { method: "POST", path: "/pay", body: null }
  const proof = { sessionId, issuedAt: T, nonce: "nonce" }
  const decided = (session: typeof active | undefined, at = T, account = accountOf(), isAllowedHeld?: boolean) => {
    const command = { call, isAllowedHeld, proof, stamp: "stamp", until: T + 60_000 }
    const given = { ...leg, at, command, found: { account, session } }
    return Result.flatMap(prove.check(given), (checked) =>
      prove.decide({ ...given, checked, prepared: { isProofFirst: true } })
    )
  }
  decides(() => [
    [
      "consumes the proof before the session or the proof expires by the store's clock",
      decided(active),
      `+spent; =sessions; =internal_accounts; before +${defaultPolicy.sessionLifetime}; before +60000`
    ],
    ...UNUSABLE.map(
      ([which, session, at]): Row => [`fails for a session ${which}`, decided(session, at), "SessionEnded"]
    )
  ])
})
