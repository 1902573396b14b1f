import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  type Customer,
  type CustomerVerification,
  type Event,
  type ExternalAccount,
  type InternalAccount,
  OneTimeCode,
  Session,
  SignedRequest,
  Signer,
  type StampEvidence,
  type Transactions
} from "../src/internal.ts"
import * as Machine from "../src/machine/Machine.ts"
import type { AssertionEvidence } from "../src/ports/Passkeys.ts"
import { deleted } from "../src/things/customers/rules/Customer.ts"
import { after } from "../src/things/webhooks/rules/outcome.ts"
import { accountId, credentialId, publicKey, requestId, sessionId } from "./given.ts"

const T = 1_800_000_000_000

/**
 * Programs that must not compile. They never run: `tsc -b` compiles this file and reports each `@ts-expect-error` whose
 * line has no error.
 */
const illegal = (..._programs: ReadonlyArray<(...given: never) => unknown>) => {}

describe("does not compile (FT2):", () => {
  const session = Session.open(
    {
      sessionId,
      publicKey,
      credential: { accountId, credentialId, type: "EMAIL_OTP", nickname: "a@example.com" }
    },
    { sessionLifetime: 1000, sessionFamilyLifetime: 1000 },
    T
  )
  const revoked = Session.revoke(session, T)
  const stored: Session.Session = revoked

  it("revoking a session that is, or may be, revoked", () => {
    illegal(
      // @ts-expect-error
      () => Session.revoke(revoked, T),
      // @ts-expect-error
      () => Session.revoke(stored, T)
    )
    // In untyped code the table rejects it at run time.
    const refused = Session.machine.attempt(revoked, { _tag: "RevokeSigned", at: T })
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("IllegalTransition")
  })

  it("making a session with a spread, a literal or a schema", () => {
    illegal(
      // @ts-expect-error
      (): Session.Session => ({ ...revoked, _tag: "Active", publicKey }),
      // @ts-expect-error
      (): Session.Session => ({ ...session, expiresAt: Number.MAX_SAFE_INTEGER }),
      // @ts-expect-error
      (): Session.Session => ({ ...session }),
      // @ts-expect-error
      (): Session.Session => Session.sessions.schema.make({ ...session }),
      // @ts-expect-error
      () => Session.machine.begin({ ...session })
    )
    // The codec of the store is the only other way to make one.
    expect(Session.sessions.decode(Session.sessions.encode(session))).toEqual(session)
  })

  const request = SignedRequest.issue({
    failedStamps: 0,
    requestId,
    accountId,
    credentialType: "EMAIL_OTP",
    call: { operation: "RevokeSession", method: "DELETE", path: "/auth/sessions/x", bodyDigest: "d" },
    signer: Signer.cases.SessionOfAccount.make({}),
    intent: null,
    payload: "{}",
    createdAt: T,
    expiresAt: T + 1000
  })

  it("consuming a signed request without the evidence of its verifier", () => {
    const assertion = { credentialId: "id", clientDataJson: "c", authenticatorData: "a", signature: "s" }
    const forged = { assertion, asserted: { counter: 0, isBackupEligible: false }, verified: true as const }
    illegal(
      // @ts-expect-error
      () => SignedRequest.consume(request, {}, T),
      // @ts-expect-error
      () => SignedRequest.consume(request, { stamp: undefined }, T),
      // @ts-expect-error
      () => SignedRequest.consume(request, { stamp: undefined, held: true }, T),
      // @ts-expect-error
      () => SignedRequest.consumeAsserted(request, T),
      // @ts-expect-error
      () => SignedRequest.consumeAsserted(request, forged, T),
      // @ts-expect-error
      () => SignedRequest.machine.attempt(request, { _tag: "AssertionAccepted", at: T }),
      // @ts-expect-error
      (): SignedRequest.SignedRequest => ({ ...request, _tag: "Consumed", consumedAt: T })
    )
  })

  it("using the evidence of a stamp for an assertion, or the reverse", () => {
    illegal(
      // @ts-expect-error
      (evidence: StampEvidence) => SignedRequest.consumeAsserted(request, evidence, T),
      // @ts-expect-error
      (evidence: AssertionEvidence) => SignedRequest.consume(request, evidence, T)
    )
  })

  it("accepting a code without its check, or a second answer to one code", () => {
    const idle = OneTimeCode.initial({ credentialId, accountId })
    illegal(
      // @ts-expect-error
      (): OneTimeCode.OneTimeCode => ({ ...idle, _tag: "Proven", requestId }),
      // @ts-expect-error
      () => OneTimeCode.accepted(idle, requestId)
    )
  })

  it("completing a payment or moving its money without a step", () => {
    illegal(
      // @ts-expect-error
      (payment: Transactions.Transaction): Transactions.Transaction => ({ ...payment, status: "Completed" }),
      // @ts-expect-error
      (payment: Transactions.Transaction): Transactions.Transaction => ({ ...payment, money: "arrived" }),
      // @ts-expect-error
      (one: Transactions.Transaction, other: Transactions.Transaction): Transactions.Transaction => ({
        ...one,
        status: other.status
      })
    )
  })

  it("setting the state of a customer, an account, a verification or a delivery directly", () => {
    illegal(
      // @ts-expect-error
      (customer: Customer): Customer => ({ ...customer, standing: "APPROVED" }),
      // @ts-expect-error
      (customer: Customer) => deleted(customer, T),
      // @ts-expect-error
      (account: InternalAccount): InternalAccount => ({ ...account, status: "ACTIVE" }),
      // @ts-expect-error
      (account: ExternalAccount): ExternalAccount => ({ ...account, status: "Active" }),
      // @ts-expect-error
      (verification: CustomerVerification): CustomerVerification => ({ ...verification, status: "APPROVED" }),
      // @ts-expect-error
      (event: Event): Event => ({ ...event, status: "DELIVERED" }),
      // @ts-expect-error
      (event: Event) => after(event, { _tag: "Answered", status: 200 }, T, 0)
    )
  })

  it("a session machine that begins in Revoked", () => {
    illegal(
      () =>
        Machine.words({
          name: "Session",
          // @ts-expect-error
          begins: "Revoked",
          table: { Active: { LifetimeEnded: "Expired", RevokeSigned: "Revoked" }, Expired: {}, Revoked: {} }
        }),
      () =>
        Machine.words({
          name: "Session",
          begins: "Active",
          table: { Active: { LifetimeEnded: "Expired", RevokeSigned: "Revoked" }, Expired: {}, Revoked: {} }
        })
    )
  })
})
