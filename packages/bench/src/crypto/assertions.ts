import { Passkeys } from "@countersign/core"
import { passkeys } from "@countersign/passkeys"
import { decodeBase64Url } from "@countersign/wire"
import { verifyAuthenticationResponse } from "@simplewebauthn/server"
import { Effect } from "effect"
import { softPasskey } from "../native/passkey.ts"
import { all, type Comparison } from "./Contender.ts"
import { portOf } from "./portOf.ts"

/** Assertions of 64 passkeys, from their text to a verdict over every check of the ceremony. */
export const assertions = async (): Promise<ReadonlyArray<Comparison>> => {
  const port = await portOf(Passkeys, passkeys({ rpIds: [PAGE.rpId], origins: [PAGE.origin] }))
  const registered = await Promise.all(
    Array.from({ length: 64 }, async () => {
      const passkey = softPasskey(PAGE)
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
    return (await Effect.runPromise(port.assert(claim))).counter === 0
  }
  const simpleWebAuthn = async ({ assertion, credential }: Asserted) => {
    const { authenticatorData, clientDataJson: clientDataJSON, credentialId: id, signature } = assertion
    const response = { authenticatorData, clientDataJSON, signature }
    const { verified } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      expectedChallenge: CHALLENGE,
      expectedOrigin: PAGE.origin,
      expectedRPID: PAGE.rpId,
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

const PAGE = { rpId: "example.com", origin: "https://app.example.com" }
const CHALLENGE = "AAECAwQFBgcICQoLDA0ODw"
