import { type Caller, callers, keyPair, type LocalWorld } from "@countersign/harness/world"
import { encodeHex, encodeUtf8, parsePublicKey, seal, verifyOtpTargetBundle } from "@countersign/wire"
import * as fc from "fast-check"
import type { Input } from "../../edge/Input.ts"
import { posted } from "../../edge/posted.ts"
import type { Stage } from "../../edge/stage.ts"
import { bentBytes, cuts } from "../bentBytes.ts"
import { bentJson } from "../bentJson.ts"
import { wellFormed } from "../wellFormed.ts"

/** Codes that are encrypted as a client does, with mutated plaintext or mutated ciphertext. */
export const sealedInputs = ({ world }: Stage): fc.Arbitrary<Input> => {
  const target = targets(world, callers.a)
  const plain = { otp_code: "000000", public_key: keyPair().publicKey }
  const inside = fc.oneof(
    bentJson(plain).map((text) => encodeUtf8(wellFormed(text))),
    cuts.map((changes) => bentBytes(encodeUtf8(JSON.stringify(plain)), changes)),
    fc.uint8Array({ maxLength: 200 })
  )
  const outside = fc.option(cuts, { freq: 4 })
  return fc.tuple(inside, outside).map(([plaintext, changes]) => ({
    family: "sealed code",
    request: async () => {
      const { credentialId, recipient } = await target()
      const { ciphertext, enc } = await seal({ recipient, plaintext })
      const text = JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) })
      const encryptedOtpBundle = changes === null ? text : wellFormed(String(bentBytes(Buffer.from(text), changes)))
      return posted(callers.a, `/auth/credentials/${credentialId}/verify`, { type: "EMAIL_OTP", encryptedOtpBundle })
    }
  }))
}

/** A credential with a pending code. It is replaced from time to time, because wrong codes lock it. */
const targets = (world: LocalWorld, caller: Caller) => {
  let left = 0
  let fresh = challenged(world, caller)
  return () => {
    if (left === 0) fresh = challenged(world, caller)
    left = left === 0 ? USES : left - 1
    return fresh
  }
}
const USES = 3

const challenged = async (world: LocalWorld, caller: Caller) => {
  const { credentialId } = await world.customer(caller)
  const { body } = await world.call(caller, "POST", `/auth/credentials/${credentialId}/challenge`)
  const signer = parsePublicKey(world.countersign.bundleSigner)
  return { credentialId, recipient: verifyOtpTargetBundle(String(body.otpEncryptionTargetBundle), signer).target }
}
