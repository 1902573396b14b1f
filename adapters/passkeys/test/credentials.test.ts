import { base64url } from "@countersign/harness/passkeys/authenticator"
import { describe, expect, it } from "vitest"
import { authenticator, loggingIn, registered, registering } from "./given.ts"

describe("P8: the user handle", () => {
  it("may be missing, null or empty", async () => {
    const key = authenticator()
    const material = await registered(key)
    expect(await loggingIn(key, material)).toBe("ok")
    for (const userHandle of [undefined, null, ""]) expect(await loggingIn(key, material, { userHandle })).toBe("ok")
  })

  it("has 1 to 64 bytes otherwise, of any user: the registration does not contain the user id", async () => {
    const key = authenticator()
    const material = await registered(key)
    for (const userHandle of [base64url("u"), base64url(new Uint8Array(64)), base64url("another user")]) {
      expect(await loggingIn(key, material, { userHandle })).toBe("ok")
    }
    for (const userHandle of [base64url(new Uint8Array(65)), "dXNlcg==", "user handle", "A", "+/+/"]) {
      expect(await loggingIn(key, material, { userHandle })).toBe("[userHandle]")
    }
  })
})

describe("P9: the credential id", () => {
  it.each([1, 16, 255, 256, 1022, 1023])("of %i bytes registers and logs in", async (length) => {
    const key = authenticator({ credentialId: new Uint8Array(length).fill(7) })
    expect(await loggingIn(key, await registered(key))).toBe("ok")
  })

  it("of no bytes, or of 1,024, is malformed in any position", async () => {
    const claimedId = authenticator().credentialId
    for (const length of [0, 1024]) {
      const bytes = new Uint8Array(length).fill(7)
      expect(await registering(authenticator({ credentialId: bytes }))).toBe("[credentialId]")
      expect(await registering(authenticator({ credentialId: bytes }), { claimedId })).toBe("[attestationObject]")
      const key = authenticator()
      expect(await loggingIn(key, await registered(key), { claimedId: base64url(bytes) })).toBe("[credentialId]")
    }
  })

  it("of the request equals that of the authenticator data", async () => {
    const [one, other] = [authenticator(), authenticator()]
    expect(await registering(one, { claimedId: other.credentialId })).toBe("credential id")
    expect(await registering(one, { claimedId: `${one.credentialId}A` })).toBe("credential id")
  })

  it("of an assertion equals that of the passkey, also with a valid signature", async () => {
    const [one, other] = [authenticator(), authenticator()]
    const [material, others] = [await registered(one), await registered(other)]
    expect(await loggingIn(one, material, { claimedId: other.credentialId })).toBe("credential id")
    expect(await loggingIn(other, others, { claimedId: one.credentialId })).toBe("credential id")
    expect(await loggingIn(other, material)).toBe("credential id")
    expect(await loggingIn(other, material, { claimedId: one.credentialId })).toBe("signature")
  })
})
