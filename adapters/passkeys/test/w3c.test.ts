import { describe, expect, it } from "vitest"
import type { PasskeyPolicy } from "../src/index.ts"
import { tryAssert, tryRegister } from "./given.ts"
import { ceremoniesOf, type Vector } from "./w3c.ts"

const POLICY: PasskeyPolicy = {
  rpIds: ["example.org"],
  origins: ["https://example.org"],
  requireUserVerification: false
}
const EMBEDDED: PasskeyPolicy = { ...POLICY, topOrigins: ["https://example.com"] }

const outcomesOf = async (vector: Vector, policy: PasskeyPolicy) => {
  const { attestation, assertion, challenges } = ceremoniesOf(vector)
  const { outcome, value: material } = await tryRegister(attestation, policy)
  if (material === undefined) return [outcome]
  return [outcome, (await tryAssert({ material, challenges, assertion }, policy)).outcome]
}

const none: Vector = {
  name: "none.ES256",
  signature:
    "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd38" +
    "0221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87"
}

const packedSelf: Vector = {
  name: "packed-self.ES256",
  attested:
    "30440220067a20754ab925005dbf378097c92120031581c73228d1fb4f5b881bcd7da983" +
    "02207fc7b147558c7c0eba3af18bd9d121fa3d3a26d17fe3f220272178f473b6006d",
  signature:
    "304402203310b9431903c401f1be2bdc8d23a4007682dbbddcf846994947b7f465daf840" +
    "02204e94dd00047b316061b3b99772b7efd95994a83ef584b3b6b825ea3550251b66"
}

const crossOrigin: Vector = {
  name: "none.ES256.crossOrigin",
  crossOrigin: true,
  signature:
    "3046022100eb12fcf23b12764c0f122e22371fab92e283879fd798f38ee1841c951b6e40e7" +
    "022100c76237ff9db77b3c56f30837cda6a09acfa2e915544e609c0733b1184036d1cf"
}

const topOrigin: Vector = {
  name: "none.ES256.topOrigin",
  crossOrigin: true,
  topOrigin: "https://example.com",
  signature:
    "3045022100b5a70c81780d5fcc9a4f2ae9caae99058f8accaf58b91fb59329646c28ac6ffc" +
    "022012e101c165db3c8e9957f0c54dd6ca9b56bc3bd2f280bd2faa6c1d02c6e5c171"
}

describe("the test vectors of WebAuthn Level 3", () => {
  it("P12: none.ES256 and packed-self.ES256 are accepted", async () => {
    expect(await outcomesOf(none, POLICY)).toEqual(["ok", "ok"])
    expect(await outcomesOf(packedSelf, POLICY)).toEqual(["ok", "ok"])
  })

  it("P11: are rejected with their ceremonies swapped", async () => {
    const { attestation, assertion, challenges } = ceremoniesOf(none)
    const { value: material } = await tryRegister(attestation, POLICY)
    const asCreate = { ...attestation, challenge: challenges[0]!, clientDataJson: assertion.clientDataJson }
    expect((await tryRegister(asCreate, POLICY)).outcome).toBe("type")
    const asGet = { ...assertion, clientDataJson: attestation.clientDataJson }
    const claim = { material: material!, challenges: [attestation.challenge], assertion: asGet }
    expect((await tryAssert(claim, POLICY)).outcome).toBe("type")
  })

  it("P2: topOrigin is accepted if it is listed, and rejected otherwise", async () => {
    expect(await outcomesOf(topOrigin, EMBEDDED)).toEqual(["ok", "ok"])
    expect(await outcomesOf(topOrigin, POLICY)).toEqual(["cross-origin"])
  })

  it("P2: crossOrigin without topOrigin is rejected in both ceremonies", async () => {
    expect(await outcomesOf(crossOrigin, POLICY)).toEqual(["cross-origin"])
    expect(await outcomesOf(crossOrigin, EMBEDDED)).toEqual(["cross-origin"])
    const { attestation, assertion, challenges } = ceremoniesOf(crossOrigin)
    const { value: material } = await tryRegister(ceremoniesOf(none).attestation, POLICY)
    const own = { ...material!, credentialId: attestation.credentialId }
    expect((await tryAssert({ material: own, challenges, assertion }, POLICY)).outcome).toBe("cross-origin")
  })

  it("P9: none.ES256.long-credential-id, of 1,023 bytes, registers", async () => {
    const { attestation } = ceremoniesOf({ name: "none.ES256.long-credential-id", signature: "" }, 1023)
    const { outcome, value } = await tryRegister(attestation, POLICY)
    expect(outcome).toBe("ok")
    const hex = Buffer.from(value!.credentialId, "base64url").toString("hex")
    expect([hex.length, hex.slice(0, 32), hex.slice(-27)]).toEqual([
      2046,
      "3a761a4e1674ad6c4305869435c0eee9",
      "639f98577058f995bdbd41cefdb"
    ])
  })
})
