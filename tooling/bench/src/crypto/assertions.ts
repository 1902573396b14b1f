import { Passkeys } from "@countersign/core"
import { nodeSignatures } from "@countersign/node-crypto"
import { passkeys } from "@countersign/passkeys"
import { decodeBase64Url } from "@countersign/wire"
import { verifyAuthenticationResponse } from "@simplewebauthn/server"
import { Effect, Layer } from "effect"
import { softPasskey } from "../native/passkey.ts"
import { pairOf } from "../native/points.ts"
import { passkeyIdOf } from "../seed/keys.ts"
import { RELYING_PARTY } from "../seed/Seed.ts"
import { all, type Comparison } from "./Contender.ts"
import { portOf } from "./portOf.ts"

/** Assertions of 64 passkeys, from their text to a verdict over every check of the ceremony. */
export const assertions = async (): Promise<ReadonlyArray<Comparison>> => {
  const ceremonies = passkeys({ rpIds: [RELYING_PARTY.rpId], origins: [RELYING_PARTY.origin] })
  const port = await portOf(Passkeys, Layer.provide(ceremonies, nodeSignatures))
  const registered = await Promise.all(
    Array.from({ length: 64 }, async (_, number) => {
      const passkey = softPasskey({ ...RELYING_PARTY, pair: pairOf(), credentialId: passkeyIdOf(number) })
      const material = await Effect.runPromise(port.register({ challenge: CHALLENGE, ...passkey.attest(CHALLENGE) }))
      const credential = {
        id: material.credentialId,
        publicKey: Uint8Array.from(decodeBase64Url(material.publicKey)),
        counter: material.counter
      }
      return { passkey, material, credential }
    })
  )
  const asserted = () => registered.map((each) => ({ ...each, assertion: each.passkey.assert(CHALLENGE) }))
  type Asserted = ReturnType<typeof asserted>[number]

  const ours = async ({ assertion, material }: Asserted) => {
    const claim = { material, challenges: [CHALLENGE], assertion }
    return (await Effect.runPromise(port.assert(claim))).counter > 0
  }
  const simpleWebAuthn = async ({ assertion, credential }: Asserted) => {
    const { authenticatorData, clientDataJson: clientDataJSON, credentialId: id, signature } = assertion
    const response = { authenticatorData, clientDataJSON, signature }
    const { verified } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      expectedChallenge: CHALLENGE,
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.rpId,
      credential
    })
    return verified
  }
  const ready = (holds: (asserted: Asserted) => Promise<boolean>) => async (times: number) => {
    const inputs = Array.from({ length: Math.ceil(times / registered.length) }, asserted).flat()
    return all(inputs.slice(0, times), holds)
  }
  return [
    {
      job: "check an assertion of a passkey",
      ours: { name: "countersign", ready: ready(ours) },
      others: [{ name: "@simplewebauthn/server", ready: ready(simpleWebAuthn) }]
    }
  ]
}

const CHALLENGE = "AAECAwQFBgcICQoLDA0ODw"
