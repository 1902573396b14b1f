import type { PasskeyAttestation } from "@countersign/core"
import type { Registration } from "@countersign/harness/passkeys/authenticator"
import { type Alg, makeKeys } from "@countersign/harness/passkeys/authenticator"
import { type Cbor, cbor } from "@countersign/harness/passkeys/cbor"
import { verifyRegistrationResponse } from "@simplewebauthn/server"
import { describe, expect, it } from "vitest"
import { authenticator, CHALLENGE, ORIGIN, POLICY, RP_ID, tryRegister } from "./given.ts"

/** The contents of an accepted registration, or `undefined` when it is rejected. */
interface Registered {
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly isBackupEligible: boolean
}

const ours = async (attestation: PasskeyAttestation, requireUserVerification: boolean) => {
  const { value } = await tryRegister(attestation, { ...POLICY, requireUserVerification })
  if (value === undefined) return undefined
  const { counter, credentialId: id, isBackupEligible, publicKey } = value
  return { id, publicKey, counter, isBackupEligible } satisfies Registered
}

const theirs = async (attestation: PasskeyAttestation, requireUserVerification: boolean) => {
  const { attestationObject, clientDataJson: clientDataJSON, credentialId: id } = attestation
  const response = {
    id,
    rawId: id,
    type: "public-key" as const,
    clientExtensionResults: {},
    response: { attestationObject, clientDataJSON }
  }
  try {
    const { registrationInfo, verified } = await verifyRegistrationResponse({
      response,
      expectedChallenge: CHALLENGE,
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
      requireUserVerification
    })
    if (!verified) return undefined
    const { credential, credentialDeviceType } = registrationInfo
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      isBackupEligible: credentialDeviceType === "multiDevice"
    } satisfies Registered
  } catch {
    return undefined
  }
}

// One authenticator per algorithm serves all registrations, because generating an RSA key takes longer than the rest.
const authenticators = {
  ES256: authenticator({ alg: "ES256" }),
  EdDSA: authenticator({ alg: "EdDSA" }),
  RS256: authenticator({ alg: "RS256" })
}
const unrelated = { ES256: makeKeys("ES256"), EdDSA: makeKeys("EdDSA"), RS256: makeKeys("RS256") }
const signatureOf = (alg: Alg) => ["sig", unrelated[alg].sign(new Uint8Array(69))] as const

const good: ReadonlyArray<readonly [string, Registration]> = [
  ["without attestation", { challenge: CHALLENGE }],
  ["with self attestation", { challenge: CHALLENGE, fmt: "packed" }],
  ["with a counter", { challenge: CHALLENGE, counter: 7 }],
  ["with extension outputs", { challenge: CHALLENGE, extensions: new Map([["credProtect", 2]]) }],
  ["with an old tokenBinding", { challenge: CHALLENGE, clientData: { tokenBinding: { status: "supported" } } }]
]

const faults = (alg: Alg): ReadonlyArray<readonly [string, Partial<Registration>]> => [
  ["another origin", { origin: "https://app.example.com.evil.test" }],
  ["another relying party", { rpId: "evil.test" }],
  ["another challenge", { challenge: "b3RoZXI" }],
  ["another type", { type: "webauthn.get" }],
  ["a statement in the format none", { attStmt: new Map([["x5c", []]]) }],
  [
    "self attestation by another key",
    { fmt: "packed", attStmt: new Map<string, Cbor>([["alg", unrelated[alg].alg], signatureOf(alg)]) }
  ],
  [
    "self attestation of another algorithm",
    { fmt: "packed", attStmt: new Map<string, Cbor>([["alg", -7 - 300], signatureOf(alg)]) }
  ],
  [
    "self attestation without a signature",
    { fmt: "packed", attStmt: new Map<string, Cbor>([["alg", unrelated[alg].alg]]) }
  ],
  ["no credential", { flags: { at: false } }],
  ["extension outputs that are missing", { flags: { ed: true } }],
  ["bytes after the authenticator data", { trailing: Uint8Array.of(1) }],
  ["a key without an algorithm", { publicKey: cbor(new Map([[1, 2]])) }],
  ["a key of an algorithm outside the policy", { publicKey: cbor(new Map([...makeKeys("ES256").cose, [3, -35]])) }]
]

const bits = [0, 1, 2, 3].flatMap((high) => [0, 1, 2, 3].map((low) => 4 * high + low))
const flagsOf = (bit: number) => ({
  up: (bit & 1) > 0,
  uv: (bit & 2) > 0,
  be: (bit & 4) > 0,
  bs: (bit & 8) > 0
})

/** Both results for each combination of flags, with user verification required and not required. */
const verdicts = async (alg: Alg, registration: Registration) => {
  const found: Array<readonly [Registered | undefined, Registered | undefined]> = []
  for (const flags of bits.map(flagsOf)) {
    const attestation = authenticators[alg].register({
      ...registration,
      expected: CHALLENGE,
      flags: { ...flags, ...registration.flags }
    })
    for (const isRequired of [true, false]) {
      found.push([await ours(attestation, isRequired), await theirs(attestation, isRequired)])
    }
  }
  return found
}

describe.each(["ES256", "EdDSA", "RS256"] as const)("a registration of %s", (alg) => {
  it.each(good)("%s has the same result as in @simplewebauthn/server, with any flags", async (_, registration) => {
    const found = await verdicts(alg, registration)
    for (const [own, other] of found) expect(own).toEqual(other)
    // UP, and BE if BS: 6 of 16 flags, and half of these have UV.
    expect(found.filter(([own]) => own !== undefined)).toHaveLength(9)
  })

  it.each(faults(alg))("with %s is rejected, as by @simplewebauthn/server", async (_, fault) => {
    for (const both of await verdicts(alg, { challenge: CHALLENGE, ...fault })) {
      expect(both).toEqual([undefined, undefined])
    }
  })
})

describe("a registration with another result in @simplewebauthn/server", () => {
  it.each<readonly [string, Partial<Registration>]>([
    ["an embedding page that the policy does not name", { crossOrigin: true, topOrigin: "https://evil.test" }],
    ["a credential id that differs from the authenticator data", { claimedId: "b3RoZXI" }],
    [
      "a key that is not on its curve",
      { publicKey: cbor(new Map([...makeKeys("ES256").cose, [-2, new Uint8Array(32)]])) }
    ],
    ["bytes after the attestation object", { after: Uint8Array.of(0) }]
  ])("is rejected here with %s", async (_, fault) => {
    const attestation = authenticator().register({ challenge: CHALLENGE, ...fault })
    expect(await ours(attestation, true)).toBe(undefined)
    expect(await theirs(attestation, true)).not.toBe(undefined)
  })

  it("is accepted here with certificates, which are not trusted and have no effect", async () => {
    const attStmt = new Map<string, Cbor>([["alg", -7], signatureOf("ES256"), ["x5c", [new Uint8Array(300)]]])
    const attestation = authenticator().register({ challenge: CHALLENGE, fmt: "packed", attStmt })
    expect(await ours(attestation, true)).not.toBe(undefined)
    expect(await theirs(attestation, true)).toBe(undefined)
  })
})
