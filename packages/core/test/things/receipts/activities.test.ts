import { describe, expect, it } from "vitest"
import { AUTHORITY } from "../../../src/things/access/rules/authority.ts"
import { activities, ofReceipt, recorded } from "../../../src/things/receipts/rules/Activity.ts"
import type { Receipt } from "../../../src/things/receipts/rules/Receipt.ts"
import { accountId, credentialId, here, idOf, sessionId, T } from "../../given.ts"

const digest = "0".repeat(64)
const written = (collection: string, id: string, from = 1) => ({ collection, id, from, to: from + 1 })
const receipt = (more: Partial<Receipt>): Receipt => ({
  version: 2,
  ...here,
  accountId,
  sequence: 1,
  previous: digest,
  at: T,
  consumed: idOf("Request"),
  operation: "UpdateAccount",
  method: "PATCH",
  path: "/",
  bodyDigest: "",
  payloadSha256: digest,
  proof: { type: "WAIVED" },
  sessionId: null,
  credentialId: null,
  changes: [],
  kid: "k",
  hash: digest,
  signature: "",
  ...more
})
const subject = (more: Partial<Receipt>) => {
  const { actor, credentialId: credential, sessionId: session, type } = ofReceipt(receipt(more), undefined)
  return [type, actor, credential, session]
}

describe("HI7: the activity that a receipt proves", () => {
  it("of a session names the new one before those that it ended, with the credential of its login", () => {
    const changes = [written("sessions", "ended"), written("sessions", "begun", 0), written("credentials", "c")]
    for (const [operation, type] of [
      ["VerifyCredential", "SESSION_OPENED"],
      ["OpenSignIn", "SESSION_OPENED"],
      ["RefreshSession", "SESSION_REFRESHED"],
      ["RevokeSession", "SESSION_ENDED"]
    ] as const) {
      expect(subject({ operation, changes, credentialId })).toEqual([type, "END_USER", credentialId, "begun"])
    }
    const revoked = { operation: "RevokeSession", changes: [written("sessions", "ended")] }
    expect(subject(revoked)).toEqual(["SESSION_ENDED", "END_USER", undefined, "ended"])
    expect(subject({ operation: "RevokeSession" })).toEqual(["SESSION_ENDED", "END_USER", undefined, undefined])
  })

  it("of every operation that a held account does has a type of its own", () => {
    const typeOf = (operation: string) => subject({ operation })[0]
    expect(Object.keys(AUTHORITY).filter((operation) => typeOf(operation) === "OTHER")).toEqual([])
  })

  it("of a credential names the credential, and every other neither", () => {
    const changes = [written("sessions", "s"), written("email_otps", "added")]
    expect(subject({ operation: "AddCredential", changes })).toEqual([
      "CREDENTIAL_ADDED",
      "END_USER",
      "added",
      undefined
    ])
    expect(subject({ changes })).toEqual(["ACCOUNT_UPDATED", "END_USER", undefined, undefined])
  })

  it("of the start of a recovery is by a guardian, unless an operator started it", () => {
    const operation = "StartRecovery"
    const operator = { type: "OPERATOR", actor: "support-7", reason: "Lost", tokenId: null } as const
    expect([subject({ operation })[1], subject({ operation, proof: operator })[1]]).toEqual(["GUARDIAN", "OPERATOR"])
  })

  it("is by the end user, whatever proved it, or by the platform that erases", () => {
    const proofs: ReadonlyArray<Receipt["proof"]> = [
      { type: "STAMP", stamp: "" },
      { type: "ASSERTION", clientDataJson: "", authenticatorData: "", signature: "" },
      { type: "IDENTITY_TOKEN" },
      { type: "MAILED_SECRET" },
      { type: "WAIVED" },
      { type: "ERASURE", reason: "closed" }
    ]
    expect(proofs.map((proof) => subject({ proof })[1])).toEqual([...Array(5).fill("END_USER"), "PLATFORM"])
  })

  it("of an operation of a later release is OTHER, and that of a host its own type", () => {
    const typeOf = (operation: string) => subject({ operation })[0]
    expect(["Later", "Host/transfer", "constructor"].map(typeOf)).toEqual(["OTHER", "HOST_CALL_SIGNED", "OTHER"])
  })

  it("has the session that signed, and says when its details are erased", () => {
    const signed = receipt({ credentialId, sessionId, detailsSha256: digest })
    expect(ofReceipt(signed, undefined)).toMatchObject({ signedBy: { credentialId, sessionId }, isErased: true })
    expect(ofReceipt(receipt({ credentialId }), undefined)).toMatchObject({ signedBy: { credentialId } })
    expect(ofReceipt(receipt({}), undefined)).not.toHaveProperty("isErased")
  })
})

it("HI7: an activity without a receipt is stored for as long as receipts are", () => {
  const change = recorded({ type: "MONEY_RECEIVED", accountId, at: T }, { receiptLifetime: 1000 }).insert("a", here)
  expect([change.collection, change.op === "insert" && activities.decode(change.body).expiresAt]).toEqual([
    activities,
    T + 1000
  ])
})
