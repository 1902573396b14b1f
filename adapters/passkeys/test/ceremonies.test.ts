import type { Alg } from "@countersign/harness/passkeys/authenticator"
import { base64url, sha256 } from "@countersign/harness/passkeys/authenticator"
import { encodeBase64Url } from "@countersign/wire"
import { describe, expect, it } from "vitest"
import {
  authenticator,
  CHALLENGE,
  LOGIN,
  loggingIn,
  ORIGIN,
  POLICY,
  RP_ID,
  registered,
  registering,
  tryAssert
} from "./given.ts"

const algorithms: ReadonlyArray<Alg> = ["ES256", "RS256", "EdDSA"]

describe("a passkey of each algorithm", () => {
  for (const alg of algorithms) {
    it(`registers and logs in with ${alg}`, async () => {
      const key = authenticator({ alg, counter: 4 })
      const material = await registered(key, { transports: ["internal", "hybrid"] })
      expect(material).toEqual({
        credentialId: key.credentialId,
        publicKey: encodeBase64Url(key.keys.publicKey),
        counter: 4,
        rpIdHash: base64url(sha256(RP_ID)),
        origin: ORIGIN,
        isBackupEligible: false,
        isBackedUp: false,
        transports: ["internal", "hybrid"]
      })
      expect(await loggingIn(key, material)).toBe("ok")
    })
  }

  it("may be backed up, and reports it", async () => {
    const key = authenticator({ isBackupEligible: true, isBackedUp: true })
    const material = await registered(key)
    expect([material.isBackupEligible, material.isBackedUp]).toEqual([true, true])
    const assertion = key.assert({ challenge: LOGIN.challenge, counter: 0 })
    const { value } = await tryAssert({ material, challenges: LOGIN.accepted, assertion })
    expect(value).toEqual({ counter: 0, isBackedUp: true, isBackupEligible: true })
    const removed = key.assert({ challenge: LOGIN.challenge, counter: 0, flags: { bs: false } })
    const later = await tryAssert({ material, challenges: LOGIN.accepted, assertion: removed })
    expect(later.value).toEqual({ counter: 0, isBackedUp: false, isBackupEligible: true })
  })

  it("may have extension outputs in both ceremonies", async () => {
    const key = authenticator()
    const extensions = new Map([["credProtect", 2]])
    const material = await registered(key, { extensions })
    expect(await loggingIn(key, material, { extensions: new Map([["uvm", [[2, 4, 2]]]]) })).toBe("ok")
  })
})

describe("signatures", () => {
  it("of another key, or over other bytes, are rejected", async () => {
    for (const alg of algorithms) {
      const key = authenticator({ alg })
      const material = await registered(key)
      const other = authenticator({ alg, credentialId: Buffer.from(key.credentialId, "base64url") })
      expect(await loggingIn(other, material)).toBe("signature")
      const flipped = (bytes: Uint8Array) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))
      expect(await loggingIn(key, material, { signature: flipped })).toBe("signature")
    }
  })

  it("of any other form are rejected without an error", async () => {
    for (const alg of algorithms) {
      const key = authenticator({ alg })
      const material = await registered(key)
      const shapes: ReadonlyArray<(bytes: Uint8Array) => Uint8Array> = [
        () => new Uint8Array(),
        () => Uint8Array.of(0x30, 0x00),
        () => new Uint8Array(64),
        () => new Uint8Array(256),
        () => new Uint8Array(1024).fill(255),
        (bytes) => bytes.subarray(1),
        (bytes) => Uint8Array.of(...bytes, 0)
      ]
      for (const signature of shapes) expect(await loggingIn(key, material, { signature })).toBe("signature")
    }
  })

  it("in BER that is not DER are rejected, although the library accepts them", async () => {
    const key = authenticator()
    const material = await registered(key)
    const longForm = (der: Uint8Array) => Uint8Array.of(0x30, 0x81, ...der.subarray(1))
    expect(await loggingIn(key, material, { signature: longForm })).toBe("signature")
  })

  it("over 1,024 bytes are malformed", async () => {
    const key = authenticator()
    expect(await loggingIn(key, await registered(key), { signature: () => new Uint8Array(1025) })).toBe("[signature]")
  })
})

describe("several layers in one process", () => {
  it("apply their own policies", async () => {
    const key = authenticator({ isUserVerifying: false })
    const lenient = { ...POLICY, requireUserVerification: false }
    expect(await registering(key, {}, lenient)).toBe("ok")
    expect(await registering(key, {}, POLICY)).toBe("user verification")
    expect(await registering(key, {}, lenient)).toBe("ok")
  })

  it("GD1: use their own lists of origins at assertion, and the relying party of the registration", async () => {
    const key = authenticator()
    const material = await registered(key)
    const origins = ["https://other.test"]
    expect(await loggingIn(key, material, {}, { rpIds: ["other.test"], origins })).toBe("origin")
    expect(await loggingIn(key, material, {}, { rpIds: ["other.test"], origins: [...origins, ORIGIN] })).toBe("ok")
  })
})

describe("P17: transports", () => {
  it("are stored as received, including unknown ones, and have no effect at assertion", async () => {
    for (const transports of [[], ["usb", "nfc", "ble", "internal", "hybrid"], ["smart-card", "<b>", "usb", "usb"]]) {
      const key = authenticator()
      const material = await registered(key, { transports })
      expect(material.transports).toEqual(transports)
      expect(await loggingIn(key, { ...material, transports: ["nonsense"] })).toBe("ok")
    }
  })

  it("are limited", async () => {
    expect(await registering(authenticator(), { transports: Array(16).fill("t".repeat(64)) })).toBe("ok")
    expect(await registering(authenticator(), { transports: Array(17).fill("usb") })).toBe("[transports]")
    expect(await registering(authenticator(), { transports: ["t".repeat(65)] })).toBe("[transports]")
  })
})

describe("fields", () => {
  it("that are not base64url without padding are malformed", async () => {
    const key = authenticator()
    const material = await registered(key)
    const honest = key.assert({ challenge: LOGIN.challenge, userHandle: "dXNlcg" })
    for (const field of ["credentialId", "clientDataJson", "authenticatorData", "signature", "userHandle"] as const) {
      for (const bad of [`${honest[field]}=`, `${honest[field]} `, `+${honest[field]}`, "A", "A!BC", "é"]) {
        const assertion = { ...honest, [field]: bad }
        const { outcome } = await tryAssert({ material, challenges: LOGIN.accepted, assertion })
        expect([field, bad, outcome]).toEqual([field, bad, `[${field}]`])
      }
    }
  })

  it("over their limits are malformed", async () => {
    const key = authenticator()
    const material = await registered(key)
    const long = "x".repeat(4096)
    expect(await registering(key, { clientData: { long } })).toBe("[clientDataJson]")
    expect(await loggingIn(key, material, { clientData: { long } })).toBe("[clientDataJson]")
    expect(await loggingIn(key, material, { extensions: new Map([["long", long]]) })).toBe("[authenticatorData]")
    expect(await registering(key, { extensions: new Map([["long", long]]) })).toBe("[attestationObject]")
    expect(await registering(key, { attStmt: new Map([["long", "x".repeat(16_384)]]) })).toBe("[attestationObject]")
    expect(await registering(key, { challenge: CHALLENGE.repeat(100) })).toBe("[challenge]")
  })
})

it("dies on stored material that this adapter did not create", async () => {
  const key = authenticator()
  const material = { ...(await registered(key)), publicKey: "!" }
  await expect(loggingIn(key, material)).rejects.toThrow("died")
})
