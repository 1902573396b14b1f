import { clientKey, passkeyAddition, RP } from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { DAY, person, turnOn } from "@countersign/harness/recovery/kit"
import { keyPair, makeWorld, retryHeaders, sealed } from "@countersign/harness/world"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const world = makeWorld({ logs: "none" })
beforeAll(() => turnOn(world))
afterAll(() => world.countersign.close())

const { credentials, guardians, recoveries } = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

type Challenge = Parameters<typeof retryHeaders>[0]
/** The headers of the signed retry, as the promise API takes them. */
const retryOf = (challenge: object | undefined, keys: Parameters<typeof retryHeaders>[1]) => {
  const isChallenge = (value: object | undefined): value is Challenge => value !== undefined && "payloadToSign" in value
  if (!isChallenge(challenge)) throw new Error("a signature is required")
  const headers = retryHeaders(challenge, keys)
  return { requestId: headers["request-id"], stamp: headers["service-wallet-signature"] }
}
const passkeyOf = (accountId: string, authenticator = makeAuthenticator(RP)) => {
  const { attestation: made, challenge, nickname } = passkeyAddition(accountId, authenticator)
  const { attestationObject, clientDataJson, credentialId } = made
  const attestation = { attestationObject, clientDataJson, credentialId }
  return { type: "PASSKEY", accountId, nickname, challenge, attestation } as const
}

describe("the promise API of recovery", () => {
  it("RC1: makes saved codes, starts a recovery, lists it and cancels it, with the signature of a session", async () => {
    const { accountId, keys } = await person(world)
    const { hex } = clientKey()
    expect(await recoveries.codesLeft(accountId)).toBe(0)
    const made = await recoveries.createCodes(
      accountId,
      hex,
      retryOf(await recoveries.createCodes(accountId, hex), keys)
    )
    expect(made).toMatchObject({ accountId, encryptedRecoveryCodes: expect.any(String) })
    expect(await recoveries.codesLeft(accountId)).toBe(10)
    const recovery = await recoveries.start(accountId)
    expect(recovery).toMatchObject({ method: "SAVED_CODE", status: "READY" })
    expect((await recoveries.list(accountId)).map(({ id }) => id)).toEqual([recovery.id])
    expect(await recoveries.cancel(recovery.id, retryOf(await recoveries.cancel(recovery.id), keys))).toBeUndefined()
    expect((await recoveries.read(recovery.id)).status).toBe("CANCELLED")
    await expect(recoveries.cancelByToken(recovery.id, "0".repeat(32))).rejects.toMatchObject({ status: 401 })
  })

  it("RC10: adds a guardian that starts a recovery, and completes it with a mailed code", async () => {
    const { accountId, credentialId, keys } = await person(world)
    const authenticator = makeAuthenticator(RP)
    const body = passkeyOf(accountId, authenticator)
    const added = await guardians.add(body, retryOf(await guardians.add(body), keys))
    const [guardian] = await guardians.list(accountId)
    if (guardian === undefined) throw new Error("the guardian is listed")
    expect(added).toEqual(guardian)
    const { challenge, requestId } = await guardians.challenge(guardian.id)
    const { userHandle: _, ...assertion } = authenticator.assert({ challenge })
    const started = await guardians.startRecovery(guardian.id, { assertion }, { requestId })
    expect(started).toMatchObject({ accountId, method: "GUARDIAN", status: "WAITING" })
    await expect(guardians.startRecovery(guardian.id, { assertion }, { requestId })).rejects.toMatchObject({
      status: 401
    })
    await expect(recoveries.challenge(started.id)).rejects.toMatchObject({ status: 409 })

    world.pass(DAY)
    const { otpEncryptionTargetBundle = "" } = await recoveries.challenge(started.id)
    const holder = keyPair()
    const completion = {
      encryptedOtpBundle: await sealed(world, otpEncryptionTargetBundle, "000000", holder.publicKey),
      credential: passkeyOf(accountId)
    }
    const first = await recoveries.complete(started.id, completion)
    const bound = await recoveries.complete(started.id, completion, retryOf(first, holder))
    expect(bound).toMatchObject({ accountId, type: "PASSKEY" })
    expect((await recoveries.read(started.id)).status).toBe("COMPLETED")
    // The recovery suspended the credentials of before.
    await expect(credentials.challenge(credentialId)).rejects.toMatchObject({ status: 403 })
  })

  it("RC10: removes a guardian with the signature of a session", async () => {
    const { accountId, keys } = await person(world)
    const body = passkeyOf(accountId)
    await guardians.add(body, retryOf(await guardians.add(body), keys))
    const [guardian] = await guardians.list(accountId)
    const id = guardian?.id ?? ""
    expect(await guardians.remove(id, retryOf(await guardians.remove(id), keys))).toBeUndefined()
    expect(await guardians.list(accountId)).toEqual([])
    await expect(guardians.challenge(id)).rejects.toMatchObject({ status: 404 })
  })
})
