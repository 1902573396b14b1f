import { nodeSignatures } from "@countersign/node-crypto"
import { publicKeyOf, signStamp } from "@countersign/wire"
import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  dangerouslyWaiveStamp,
  readStamp,
  SignedRequest,
  Signer,
  StampAuthority,
  type StampClaim,
  stampAuthority
} from "../../../src/internal.ts"
import { accountId, assertion, credentialId, evidenceOf, requestId } from "../../given.ts"

const T = 1_800_000_000_000
const [mine, other] = [5, 6].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array]
const claim: StampClaim = {
  header: signStamp("payload", mine),
  payload: "payload",
  signer: Signer.cases.SessionOfAccount.make({}),
  allowed: [publicKeyOf(mine)]
}
const verified = (more: Partial<StampClaim>) =>
  Effect.flatMap(StampAuthority, (authority) => authority.judge({ ...claim, ...more })).pipe(
    Effect.provide(stampAuthority.pipe(Layer.provide(nodeSignatures))),
    Effect.result,
    Effect.runPromise
  )
const answer = async (more: Partial<StampClaim>) => {
  const evidence = await verified(more)
  return Result.isSuccess(evidence) ? evidence.success.stamp?.publicKey : evidence.failure._tag
}

describe("I3: a stamp", () => {
  it("by an allowed key over the payload is evidence, whatever other keys are allowed", async () => {
    expect(await answer({})).toBe(publicKeyOf(mine))
    expect(await answer({ allowed: [publicKeyOf(other), publicKeyOf(mine)] })).toBe(publicKeyOf(mine))
  })

  it.each<readonly [string, Partial<StampClaim>, string]>([
    ["by another key", { header: signStamp("payload", other) }, "StampKeyRefused"],
    ["without an allowed key", { allowed: [] }, "StampKeyRefused"],
    ["over another payload", { payload: "payload " }, "StampInvalid"],
    ["of malformed text", { header: "payload" }, "StampMalformed"]
  ])("%s fails with its own refusal", async (_, more, refusal) => {
    expect(await answer(more)).toBe(refusal)
  })

  it("fails as malformed only if it is malformed, not for any other error", () => {
    expect(Result.isFailure(readStamp("payload"))).toBe(true)
    expect(() => readStamp(undefined as never)).toThrow(TypeError)
  })
})

describe("a consumed signed request", () => {
  const pending = (signer: Signer) =>
    SignedRequest.issue({
      failedStamps: 0,
      requestId,
      accountId,
      credentialType: "EMAIL_OTP",
      call: { operation: "RevokeSession", method: "DELETE", path: "/auth/sessions/x", bodyDigest: "d" },
      signer,
      intent: null,
      payload: "{}",
      createdAt: T - 300_000,
      expiresAt: T
    })
  const byStamp = pending(Signer.cases.SessionOfAccount.make({}))
  const byPasskey = pending(Signer.cases.Passkey.make({ credentialId }))
  const { _tag, failedStamps, ...issued } = byStamp
  const rest = { ...issued, intent: null, payload: "" }

  it("keeps neither its payload nor its intent, and answers a replay as one that has both (S2)", async () => {
    const text = "what only the signer needs"
    const asked = SignedRequest.issue({ ...byStamp, intent: { text }, payload: JSON.stringify({ text }) })
    const consumed = SignedRequest.consume(asked, Result.getOrThrow(await verified({})), T - 1)
    const stored = JSON.stringify(SignedRequest.signedRequests.encodeOver(consumed, asked))
    expect(stored).not.toContain(text)
    // A record of the previous version has them.
    const { intent, payload } = asked
    const before = SignedRequest.signedRequests.decode({ ...JSON.parse(stored), intent, payload })
    const answers = [before, SignedRequest.signedRequests.decode(JSON.parse(stored))].flatMap((request) =>
      [asked.call, { ...asked.call, bodyDigest: "other" }, { ...asked.call, path: "/other" }].map((call) =>
        Result.match(SignedRequest.admit(request, call, T + 1), { onSuccess: () => "", onFailure: ({ _tag }) => _tag })
      )
    )
    const each = ["RequestUsed", "RequestUsed", "RequestForAnotherCall"]
    expect(answers).toEqual([...each, ...each])
  })

  it("records which key signed it, and when", async () => {
    const evidence = Result.getOrThrow(await verified({}))
    expect(SignedRequest.consume(byStamp, evidence, T - 1)).toEqual({
      ...rest,
      _tag: "Consumed",
      consumedAt: T - 1,
      signedBy: publicKeyOf(mine)
    })
    expect([_tag, failedStamps]).toEqual(["Pending", 0])
  })

  it("records no stamp if the stamp was waived", () => {
    const consumed = SignedRequest.consume(byStamp, dangerouslyWaiveStamp(), T - 1)
    expect(consumed).toEqual({ ...rest, _tag: "Consumed", consumedAt: T - 1 })
  })

  it("is consumed by an assertion only for a passkey login", () => {
    const evidence = evidenceOf()
    expect(evidence.assertion).toEqual(assertion)
    expect(Result.getOrThrow(SignedRequest.consumeAsserted(byPasskey, evidence, T - 1))).toEqual({
      ...rest,
      signer: byPasskey.signer,
      _tag: "Consumed",
      consumedAt: T - 1
    })
    const refused = SignedRequest.consumeAsserted(byStamp, evidence, T - 1)
    expect(Result.isFailure(refused) && refused.failure._tag).toBe("RequestForAnotherCall")
  })

  it("or void request stays so at any time", () => {
    const consumed = SignedRequest.consume(byStamp, dangerouslyWaiveStamp(), T - 1)
    expect(SignedRequest.asOf(consumed, T + 1)).toEqual(consumed)
  })
})
