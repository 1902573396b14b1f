import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { Credentials, defaultPolicy, sessionClients } from "../../src/internal.ts"
import { advance } from "../../src/things/credentials/rules/Passkey.ts"
import { openSession } from "../../src/things/sessions/open.ts"
import { lastUsedAt } from "../../src/things/sessions/sessions.ts"
import {
  accountOf,
  credentialOf,
  environment,
  idOf,
  passkeyMaterial,
  publicKey,
  sessionId,
  sessionOf,
  T
} from "../given.ts"

describe("UV1: the last use of a session", () => {
  const { value: session } = sessionOf()
  if (session._tag !== "Active") throw new Error("the session is active")
  const by = (at: number, signer: typeof sessionId | null = sessionId) => ({ at, sessionId: signer })
  it.each([
    ["is its opening if it has signed nothing", [], T],
    ["is its opening if only others have signed", [by(T + 9, idOf("Session", 2)), by(T + 8, null)], T],
    ["is the newest of its receipts", [by(T + 9, idOf("Session", 2)), by(T + 7), by(T + 3)], T + 7],
    ["is never before its opening", [by(T - 1)], T]
  ])("%s", (_, receipts, expected) => expect(lastUsedAt(session, receipts)).toBe(expected))
})

describe("the stored device of a session", () => {
  const opened = (sessionClientRetention: number, client?: string) => {
    const policy = { ...defaultPolicy, sessionClientRetention }
    const opening = { sessionId, credential: credentialOf("OAUTH", {}).value, publicKey, client }
    const { plan } = Result.getOrThrow(
      openSession(
        opening,
        { account: accountOf(), active: [] },
        { at: T, settings: undefined, access: undefined, environment, policy }
      )
    )
    return plan.changes.flatMap((change) =>
      change.collection.name === "session_clients" && change.op === "insert" ? [sessionClients.decode(change.body)] : []
    )
  }
  it("UV3: expires with its retention, to the millisecond", () => {
    expect(opened(5000, "sealed").map(({ expiresAt }) => expiresAt)).toEqual([T + 5000])
  })
  it("UV3: expires with the session if the retention is longer", () => {
    expect(opened(86_400_000, "sealed").map(({ expiresAt }) => expiresAt)).toEqual([T + defaultPolicy.sessionLifetime])
  })
  it("UV2: is not stored if the host passes none", () => {
    expect(opened(5000)).toEqual([])
  })
})

describe("the use of a credential", () => {
  it("sets the last use, and neither the time of the last change nor the status", () => {
    const credential = Result.getOrThrow(Credentials.suspended(credentialOf("PASSKEY", passkeyMaterial(1)).value, T))
    expect(Credentials.used(credential, T + 7)).toEqual({ ...credential, lastUsedAt: T + 7 })
  })

  it.each([
    ["replaces the backup state of the last assertion", true, false, false],
    ["adds it to a passkey that was registered before it was stored", undefined, true, true],
    ["leaves it if the port does not report it", true, undefined, true],
    ["leaves it absent if the port has never reported it", undefined, undefined, undefined]
  ])("%s", (_, before, asserted, after) => {
    const material = { ...passkeyMaterial(1), ...(before === undefined ? {} : { isBackedUp: before }) }
    const flags = asserted === undefined ? {} : { isBackedUp: asserted }
    const next = Result.getOrThrow(advance(material, { counter: 2, isBackupEligible: false, ...flags }))
    expect(next.isBackedUp).toBe(after)
    expect("isBackedUp" in next).toBe(after !== undefined)
  })
})
