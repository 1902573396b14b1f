import { rounds } from "@countersign/harness/rounds"
import { encryptOtpCodeToBundle, generateP256KeyPair, verifyOtpVerificationToken } from "@turnkey/crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type ForeignClient, foreignClient, spellings } from "./foreignClient.ts"

const TIMES = rounds(50, 20)

let client: ForeignClient
beforeAll(async () => {
  client = await foreignClient()
})
afterAll(() => client.close())

const ownersOf = (count: number, name: string) =>
  Promise.all(Array.from({ length: count }, (_, owner) => client.newCredential(`${name}${owner}@example.com`)))

describe("a login with only the published client packages, over HTTP", () => {
  it(`succeeds ${TIMES} times in a row, with upper- and lower-case, compressed and uncompressed keys (K1, K7)`, async () => {
    const owners = await ownersOf(10, "owner")
    for (let time = 0; time < TIMES; time += 1) {
      const [name, spelling] = spellings[time % spellings.length]!
      // A credential gets five codes in a row before it has to wait.
      const session = await client.login(owners[time % owners.length]!.credentialId, spelling)
      expect([name, session.status, session.body.type]).toEqual([name, 200, "EMAIL_OTP"])
      expect(session.body.encryptedSessionSigningKey).toBeUndefined()
    }
    for (const { accountId } of owners) {
      expect((await client.call("GET", `/auth/sessions?accountId=${accountId}`)).body.data).toHaveLength(TIMES / 10)
    }
  })

  it("GC2: has a verification token that the published package verifies by the published key, 50 times of 50, and by no other", async () => {
    const owners = await ownersOf(10, "token")
    const { body } = await client.call("GET", "/auth/keys")
    const [{ publicKey: signer }] = body.data
    expect(client.countersign.verificationSigners).toEqual([signer])
    for (let time = 0; time < 50; time += 1) {
      const [, spelling] = spellings[time % spellings.length]!
      const { accountId, credentialId } = owners[time % owners.length]!
      const { first, tek } = await client.firstLeg(credentialId, spelling)
      const { publicKey, verificationToken } = JSON.parse(first.body.payloadToSign).parameters
      const claims = await verifyOtpVerificationToken(verificationToken, signer)
      expect([claims.organization_id, claims.public_key, publicKey]).toEqual([accountId, tek.publicKey, tek.publicKey])
      const { bundleSigner } = client.countersign
      await expect(verifyOtpVerificationToken(verificationToken, bundleSigner)).rejects.toThrow("signature is invalid")
    }
  })

  it("is rejected for a wrong code with the specified reason", async () => {
    const { credentialId } = await client.newCredential()
    const refused = await client.login(credentialId, spellings[0]![1], "123456")
    expect([refused.status, refused.body.code, refused.body.reason]).toEqual([401, "UNAUTHORIZED", "Invalid OTP code"])
  })

  it("K14: the package rejects a bundle that another key signed", async () => {
    const { credentialId } = await client.newCredential()
    const { body } = await client.call("POST", `/auth/credentials/${credentialId}/challenge`)
    const other = generateP256KeyPair().publicKeyUncompressed
    await expect(encryptOtpCodeToBundle("000000", body.otpEncryptionTargetBundle, other, other)).rejects.toThrow(
      `expected signer key ${other} does not match`
    )
  })
})
