import { type PasskeyAssertion, type PasskeyMaterial, Passkeys } from "@countersign/core"
import type { Login } from "@countersign/harness/passkeys/authenticator"
import { type Alg, makeKeys } from "@countersign/harness/passkeys/authenticator"
import { decodeBase64Url } from "@countersign/wire"
import { verifyAuthenticationResponse } from "@simplewebauthn/server"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { passkeys } from "../src/index.ts"
import { authenticator, CHALLENGE, LOGIN, ORIGIN, POLICY, RP_ID } from "./given.ts"
import { webSignatures } from "./webSignatures.ts"

// One port per policy, as in a process: most of these assertions use a cached key.
const portOf = (requireUserVerification: boolean) =>
  Passkeys.pipe(
    Effect.provide(passkeys({ ...POLICY, requireUserVerification }).pipe(Layer.provide(webSignatures))),
    Effect.runSync
  )
const ports = new Map([true, false].map((isRequired) => [isRequired, portOf(isRequired)]))

const ours = async (material: PasskeyMaterial, assertion: PasskeyAssertion, isRequired: boolean) => {
  const claim = { material, challenges: LOGIN.accepted, assertion }
  return Effect.runPromise(Effect.isSuccess(ports.get(isRequired)!.assert(claim)))
}

const theirs = async (material: PasskeyMaterial, assertion: PasskeyAssertion, isRequired: boolean) => {
  const { authenticatorData, clientDataJson: clientDataJSON, credentialId: id, signature } = assertion
  try {
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: { authenticatorData, clientDataJSON, signature }
      },
      expectedChallenge: (challenge) => LOGIN.accepted.some((accepted) => accepted === challenge),
      expectedOrigin: ORIGIN,
      expectedRPID: RP_ID,
      requireUserVerification: isRequired,
      credential: { id: material.credentialId, publicKey: decodeBase64Url(material.publicKey).slice(), counter: 0 }
    })
    return verified
  } catch {
    return false
  }
}

const other = { ES256: makeKeys("ES256"), EdDSA: makeKeys("EdDSA"), RS256: makeKeys("RS256") }

const faults = (alg: Alg): ReadonlyArray<readonly [string, Partial<Login>]> => [
  ["nothing", {}],
  ["another origin", { origin: "https://app.example.com.evil.test" }],
  ["another relying party", { rpId: "evil.test" }],
  ["another challenge", { challenge: "b3RoZXI" }],
  ["the challenge as text", { challenge: LOGIN.accepted[1] }],
  ["another type", { type: "webauthn.create" }],
  ["a counter of zero", { counter: 0 }],
  ["a signature of another key", { signature: (signature) => other[alg].sign(signature) }],
  ["a signature with a byte changed", { signature: (signature) => signature.with(9, (signature[9] ?? 0) ^ 1) }]
]

const bits = [0, 1, 2, 3].flatMap((high) => [0, 1, 2, 3].map((low) => 4 * high + low))
const flagsOf = (bit: number) => ({
  up: (bit & 1) > 0,
  uv: (bit & 2) > 0,
  be: (bit & 4) > 0,
  bs: (bit & 8) > 0
})

describe.each(["ES256", "EdDSA", "RS256"] as const)("an assertion of %s", (alg) => {
  it.each(faults(alg))(
    "with %s has the same result as in @simplewebauthn/server, with any flags",
    async (what, login) => {
      const by = authenticator({ alg })
      const registered = await Effect.runPromise(ports.get(true)!.register(by.register({ challenge: CHALLENGE })))
      const verdicts: Array<boolean> = []
      for (const flags of bits.map(flagsOf)) {
        // Only this adapter requires that the BE flag never changes.
        const material = { ...registered, isBackupEligible: flags.be }
        const assertion = by.assert({ challenge: LOGIN.challenge, ...login, flags })
        for (const isRequired of [true, false]) {
          const verdict = await ours(material, assertion, isRequired)
          expect([flags, isRequired, verdict]).toEqual([
            flags,
            isRequired,
            await theirs(material, assertion, isRequired)
          ])
          verdicts.push(verdict)
        }
      }
      const isGood = ["nothing", "the challenge as text", "a counter of zero"].includes(what)
      // UP, and BE if BS: 6 of 16 flags, and half of these have UV.
      expect(verdicts.filter(Boolean)).toHaveLength(isGood ? 9 : 0)
    }
  )
})
