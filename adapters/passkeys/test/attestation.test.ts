import { generateKeyPairSync } from "node:crypto"
import { type Alg, makeKeys, makeRsaKeys } from "@countersign/harness/passkeys/authenticator"
import { type Cbor, cbor } from "@countersign/harness/passkeys/cbor"
import { describe, expect, it } from "vitest"
import { authenticator, loggingIn, registered, registering } from "./given.ts"

const map = (...entries: ReadonlyArray<readonly [string, Cbor]>): Cbor => new Map(entries)
const bytes = (length: number) => new Uint8Array(length).fill(1)

describe("P12: attestation formats", () => {
  it("none is accepted, and rejected with any content in its statement", async () => {
    expect(await registering(authenticator(), { fmt: "none" })).toBe("ok")
    expect(await registering(authenticator(), { fmt: "none", attStmt: map(["sig", bytes(8)]) })).toBe("attestation")
    expect(await registering(authenticator(), { fmt: "none", attStmt: map(["x5c", []]) })).toBe("attestation")
  })

  it.each(["ES256", "RS256", "EdDSA"] as const)(
    "self attestation in format packed is verified: %s",
    async (alg: Alg) => {
      const key = authenticator({ alg })
      expect(await loggingIn(key, await registered(key, { fmt: "packed" }))).toBe("ok")
      const other = makeKeys(alg)
      const statement = map(["alg", key.keys.alg], ["sig", other.sign(bytes(8))])
      expect(await registering(key, { fmt: "packed", attStmt: statement })).toBe("attestation")
    }
  )

  it.each([
    ["of another algorithm", map(["alg", -257], ["sig", bytes(8)])],
    ["without an algorithm", map(["sig", bytes(8)])],
    ["without a signature", map(["alg", -7])],
    ["with a signature of another type", map(["alg", -7], ["sig", "text"])],
    ["that is not DER", map(["alg", -7], ["sig", bytes(64)])],
    ["that is empty", map()]
  ])("self attestation in format packed is rejected %s", async (_, attStmt) => {
    expect(await registering(authenticator(), { fmt: "packed", attStmt })).toBe("attestation")
  })

  it("packed with certificates, forged or missing, is accepted without trust", async () => {
    for (const x5c of [[bytes(300), bytes(300)], [bytes(1)], [], "no chain", 0]) {
      const attStmt = map(["alg", -7], ["sig", bytes(70)], ["x5c", x5c])
      const key = authenticator()
      expect(await loggingIn(key, await registered(key, { fmt: "packed", attStmt }))).toBe("ok")
    }
  })

  it.each(["tpm", "android-key", "android-safetynet", "fido-u2f", "apple"])(
    "%s is parsed and not trusted, whatever its statement",
    async (fmt) => {
      for (const attStmt of [map(), map(["ver", "2.0"], ["x5c", [bytes(300)]], ["sig", bytes(70)])]) {
        const key = authenticator()
        expect(await loggingIn(key, await registered(key, { fmt, attStmt }))).toBe("ok")
        expect(await registering(key, { fmt, attStmt, flags: { uv: false } })).toBe("user verification")
        expect(await registering(key, { fmt, attStmt, rpId: "evil.test" })).toBe("relying party")
        expect(await registering(key, { fmt, attStmt, trailing: bytes(1) })).toBe("[attestationObject]")
      }
    }
  )

  it.each(["", "None", "none ", "packed2", "android-key-v2", "toString", "x".repeat(1000)])(
    "GD15: the unknown format %j counts as none, and its object must be well-formed",
    async (fmt) => {
      for (const attStmt of [map(), map(["ver", 3], ["chain", [bytes(8)]])]) {
        const key = authenticator()
        expect(await loggingIn(key, await registered(key, { fmt, attStmt }))).toBe("ok")
        expect(await registering(key, { fmt, attStmt, trailing: bytes(1) })).toBe("[attestationObject]")
      }
      expect(await registering(authenticator(), { fmt, attStmt: [] })).toBe("[attestationObject]")
    }
  )

  it("GD15: compound, whose statement is an array, counts as none", async () => {
    const certified = map(["alg", -7], ["sig", bytes(70)], ["x5c", [bytes(300)]])
    for (const attStmt of [[map(["fmt", "packed"], ["attStmt", certified])], [], map()]) {
      expect(await registering(authenticator(), { fmt: "compound", attStmt })).toBe("ok")
    }
  })

  it("with missing members or members of another type are malformed", async () => {
    for (const fmt of [1, bytes(4), ["none"], true]) {
      expect(await registering(authenticator(), { fmt, attStmt: map() })).toBe("[attestationObject]")
    }
    for (const attStmt of [1, [], "none", bytes(0)]) {
      expect(await registering(authenticator(), { attStmt })).toBe("[attestationObject]")
    }
  })
})

describe("P13: keys", () => {
  const ec = makeKeys("ES256").cose
  const okp = makeKeys("EdDSA").cose
  const rsa = makeKeys("RS256").cose
  const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export({ format: "jwk" })
  const coordinate = (text: string | undefined) => Uint8Array.from(Buffer.from(text ?? "", "base64url"))
  const modulus = rsa.get(-1) as Uint8Array
  const but = (key: ReadonlyMap<number, Cbor>, ...changes: ReadonlyArray<readonly [number, Cbor | undefined]>) => {
    const changed = new Map(key)
    for (const [label, value] of changes) value === undefined ? changed.delete(label) : changed.set(label, value)
    return changed
  }

  it.each<readonly [string, ReadonlyMap<number, Cbor>]>([
    ["ES384", but(ec, [3, -35], [-1, 2], [-2, coordinate(p384.x)], [-3, coordinate(p384.y)])],
    ["ES512", but(ec, [3, -36], [-1, 3], [-2, bytes(66)], [-3, bytes(66)])],
    ["ES256K", but(ec, [3, -47], [-1, 8])],
    ["PS256", but(rsa, [3, -37])],
    ["RS384", but(rsa, [3, -258])],
    ["RS512", but(rsa, [3, -259])],
    ["RS1", but(rsa, [3, -65535])],
    ["Ed448", but(okp, [-1, 7], [-2, bytes(57)])],
    ["Ed448 by its own number", but(okp, [3, -53], [-1, 7], [-2, bytes(57)])],
    ["X25519", but(okp, [-1, 4])],
    [
      "ML-DSA-44",
      new Map<number, Cbor>([
        [1, 7],
        [3, -48],
        [-1, bytes(1312)]
      ])
    ],
    [
      "HS256",
      new Map<number, Cbor>([
        [1, 4],
        [3, 5],
        [-1, bytes(32)]
      ])
    ],
    ["no algorithm", but(ec, [3, undefined])],
    ["an algorithm in words", but(ec, [3, "ES256"])],
    ["no key type", but(ec, [1, undefined])],
    ["ES256 on an RSA key", but(rsa, [3, -7])],
    ["RS256 on an elliptic curve", but(ec, [3, -257])],
    ["EdDSA on an elliptic curve", but(ec, [3, -8])],
    ["ES256 on P-384", but(ec, [-1, 2], [-2, coordinate(p384.x)], [-3, coordinate(p384.y)])],
    ["ES256 with a compressed point", but(ec, [-3, true])],
    ["ES256 without y", but(ec, [-3, undefined])],
    ["ES256 with a short coordinate", but(ec, [-2, bytes(31)])],
    ["ES256 with a long coordinate", but(ec, [-2, bytes(33)])],
    ["ES256 off the curve", but(ec, [-2, bytes(32)], [-3, bytes(32)])],
    ["ES256 at infinity", but(ec, [-2, new Uint8Array(32)], [-3, new Uint8Array(32)])],
    ["EdDSA with a short key", but(okp, [-2, bytes(31)])],
    ["EdDSA as written by old browsers", but(okp, [1, "OKP"], [-1, "Ed25519"])],
    ["RSA of 1,024 bits", makeRsaKeys(1024).cose],
    ["RSA of 2,047 bits", but(rsa, [-1, modulus.map((byte, at) => (at === 0 ? byte & 0x7f : byte))])],
    ["RSA with a leading zero", but(rsa, [-1, Uint8Array.of(0, ...modulus)])],
    ["RSA of 8,200 bits", but(rsa, [-1, new Uint8Array(1025).fill(255)])],
    ["RSA without a modulus", but(rsa, [-1, new Uint8Array()])],
    ["RSA whose exponent is 1", but(rsa, [-2, Uint8Array.of(1)])],
    ["RSA whose exponent is even", but(rsa, [-2, Uint8Array.of(2)])],
    ["RSA whose exponent is huge", but(rsa, [-2, bytes(9)])],
    ["RSA without an exponent", but(rsa, [-2, undefined])],
    ["an empty key", new Map()]
  ])("outside the policy are rejected: %s", async (_, key) => {
    expect(await registering(authenticator(), { publicKey: cbor(key) })).toBe("algorithm")
  })

  it("that were stored earlier are checked again at assertion", async () => {
    const key = authenticator({ keys: makeRsaKeys(1024) })
    const honest = authenticator()
    const material = { ...(await registered(honest)), credentialId: key.credentialId }
    const weak = { ...material, publicKey: Buffer.from(key.keys.publicKey).toString("base64url") }
    expect(await loggingIn(key, weak)).toBe("algorithm")
  })

  it("of RSA with 3,072 and 4,096 bits are accepted", async () => {
    for (const bits of [3072, 4096]) {
      const key = authenticator({ keys: makeRsaKeys(bits) })
      expect(await loggingIn(key, await registered(key))).toBe("ok")
    }
  })
})
