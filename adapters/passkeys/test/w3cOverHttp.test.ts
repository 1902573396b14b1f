import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type JsonWebKey, sign } from "node:crypto"
import { pendingAssertion, signed } from "@countersign/harness/fixtures"
import { base64url, makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { type Cbor, cbor } from "@countersign/harness/passkeys/cbor"
import { callers, makeWorld, session } from "@countersign/harness/world"
import { afterAll, expect, it } from "vitest"

/**
 * The vectors of WebAuthn Level 3, section 16, but for those of algorithms that are not offered to devices (ES384, ES512,
 * Ed448) and of embedded pages (P2). The statements of attestation have the members of their format, and are
 * not verified, except for self attestation, which the authenticator signs.
 */
const VECTORS = [
  ["none.ES256", "none", []],
  ["packed-self.ES256", "packed", undefined],
  ["none.ES256.long-credential-id", "none", []],
  ["packed.ES256", "packed", ["alg", "sig", "x5c"]],
  ["packed.RS256", "packed", ["alg", "sig", "x5c"]],
  ["packed.EdDSA", "packed", ["alg", "sig", "x5c"]],
  ["tpm.ES256", "tpm", ["alg", "sig", "ver", "x5c", "pubArea", "certInfo"]],
  ["android-key.ES256", "android-key", ["alg", "sig", "x5c"]],
  ["apple.ES256", "apple", ["x5c"]],
  ["fido-u2f.ES256", "fido-u2f", ["sig", "x5c"]]
] as const

const SITE = { rpId: "example.org", origin: "https://example.org" }
const world = makeWorld({ logs: "none" })
afterAll(() => world.countersign.close())

it.each(VECTORS)(
  "GC3 GD15: the vector %s registers over HTTP in the default sandbox, and signs in",
  async (name, fmt, members) => {
    const draw = drawsOf(name)
    const challenge = base64url(draw(32))
    const { alg, cose, privateKey } = keysOf(name, draw)
    const created = clientDataOf("webauthn.create", challenge, draw)
    const aaguid = draw(16)
    const credentialId = draw(name.endsWith("long-credential-id") ? 1023 : 32)
    // A vector of FIDO U2F has no flag but that of presence.
    const bits = fmt === "fido-u2f" ? 0 : draw(1)[0]!
    const backedUp = { be: (bits & 0x08) !== 0, bs: (bits & 0x18) === 0x18 }
    const authenticator = makeAuthenticator({
      ...SITE,
      aaguid,
      credentialId,
      keys: {
        alg,
        cose,
        publicKey: cbor(cose),
        sign: (bytes) => Uint8Array.from(sign(alg === -8 ? null : "sha256", bytes, privateKey))
      }
    })
    const { accountId, credentialId: email } = await world.customer(callers.a)
    const { keys } = await session(world, callers.a, email)
    const { challenge: _, ...attestation } = authenticator.register({
      challenge,
      clientDataText: created,
      flags: { ...backedUp, uv: (bits & 0x04) !== 0 },
      fmt,
      ...(members && { attStmt: new Map(members.map((member) => [member, statement[member]])) })
    })
    const body = { type: "PASSKEY", accountId, nickname: name, challenge, attestation }
    const added = await signed(world, callers.a, keys, { method: "POST", path: "/auth/credentials", body })
    expect(added).toMatchObject({ status: 201, body: { credentialId: base64url(credentialId) } })

    for (const uv of [false, true]) {
      const flags = { ...backedUp, uv }
      const { verify } = await pendingAssertion(world, callers.a, added.body.id, authenticator, { flags })
      expect((await verify()).status).toBe(200)
    }
  }
)

it("derives the published challenge of a vector", () => {
  const challenge = Buffer.from(drawsOf("none.ES256.long-credential-id")(32)).toString("hex")
  expect(challenge).toBe("1113c7265ccf5e65124282fa1d7819a7a14cb8539aa4cdbec7487e5f35d8ec6c")
})

/** The section derives every value by HKDF from the name of the vector and the position of the value in it. */
const drawsOf = (name: string) => {
  let salt = 0
  return (length: number) =>
    new Uint8Array(hkdfSync("sha256", "WebAuthn test vectors", Uint8Array.of(salt++), name, length))
}

const clientDataOf = (type: string, challenge: string, draw: (length: number) => Uint8Array) => {
  const isExtended = (draw(1)[0]! & 1) === 1
  const extraData = isExtended && { extraData: `${EXTENDED} ${base64url(draw(16))}` }
  return JSON.stringify({ type, challenge, origin: SITE.origin, crossOrigin: false, ...extraData })
}
const EXTENDED = "clientDataJSON may be extended with additional fields in the future, such as this:"

const keysOf = (name: string, draw: (length: number) => Uint8Array) => {
  if (name.endsWith("RS256")) return ofJwk(-257, mersenne())
  if (name.endsWith("EdDSA")) {
    // RFC 8410, section 7: a private key of Ed25519 is its seed.
    const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), draw(32)])
    return ofJwk(-8, createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" }))
  }
  const pair = createECDH("prime256v1")
  const d = draw(32)
  pair.setPrivateKey(d)
  const [x, y] = [1, 33].map((start) => base64url(pair.getPublicKey().subarray(start, start + 32)))
  return ofJwk(-7, { kty: "EC", crv: "P-256", d: base64url(d), x: x!, y: y! })
}

const ofJwk = (alg: number, key: JsonWebKey) => {
  const privateKey = createPrivateKey({ key, format: "jwk" })
  const { e, n, x, y } = createPublicKey(privateKey).export({ format: "jwk" })
  const bytes = (text: string | undefined) => Uint8Array.from(Buffer.from(text ?? "", "base64url"))
  const members: Record<number, ReadonlyArray<readonly [number, Cbor]>> = {
    [-7]: [
      [1, 2],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)]
    ],
    [-8]: [
      [1, 1],
      [-1, 6],
      [-2, bytes(x)]
    ],
    [-257]: [
      [1, 3],
      [-1, bytes(n)],
      [-2, bytes(e)]
    ]
  }
  return { alg, privateKey, cose: new Map<number, Cbor>([[3, alg], ...members[alg]!]) }
}

/** The section's RSA key: of the two smallest Mersenne primes of at least 1024 bits. */
const mersenne = (): JsonWebKey => {
  const [p, q, e] = [2n ** 1279n - 1n, 2n ** 2203n - 1n, 65_537n]
  const d = inverse(e, (p - 1n) * (q - 1n))
  const members = { e, n: p * q, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  return { kty: "RSA", ...Object.fromEntries(Object.entries(members).map(([name, value]) => [name, encoded(value)])) }
}

/** The extended Euclidean algorithm. */
const inverse = (value: bigint, modulus: bigint): bigint => {
  let [last, next, x, y] = [modulus, value % modulus, 0n, 1n]
  while (next !== 0n) [last, next, x, y] = [next, last % next, y, x - (last / next) * y]
  return ((x % modulus) + modulus) % modulus
}

const encoded = (value: bigint): string => {
  const hex = value.toString(16)
  return base64url(Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex"))
}

const BYTES = new Uint8Array(64).fill(0x30)
const statement = { alg: -7, sig: BYTES, ver: "2.0", x5c: [BYTES], pubArea: BYTES, certInfo: BYTES } as const
