import { answerTo, callers, keyPair } from "@countersign/harness/world"
import { encodeHex, encodeUtf8, parsePublicKey, seal, typedCode, verifyOtpTargetBundle } from "@countersign/wire"
import { Schema } from "effect"
import { feeding } from "../feeding.ts"
import { clientIn, worldOf } from "../wallet.ts"

const world = worldOf()
const RIGHT = "000000"
/** The wrong codes after which the credential is locked. */
const GUESSES = 5

/** Whether the right code still signs in. */
const afterGuesses = async (credentialId: string): Promise<string> => {
  const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
  if (challenge.status === 429) return "counts as a guess"
  const { body } = await answerTo(world, callers.a, credentialId, RIGHT, keyPair())
  const { status } = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
  return status === 202 ? "is refused" : `answers ${status}`
}

/** The typed code as a client of another make seals it: as it was typed. */
const atServer = async (typed: string): Promise<string> => {
  const { credentialId } = await world.customer(callers.a)
  const challenge = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/challenge`)
  const { target } = verifyOtpTargetBundle(
    challenge.body.otpEncryptionTargetBundle,
    parsePublicKey(world.countersign.bundleSigner)
  )
  const plaintext = encodeUtf8(JSON.stringify({ otp_code: typed, public_key: keyPair().publicKey }))
  const { ciphertext, enc } = await seal({ recipient: target, plaintext })
  const encryptedOtpBundle = JSON.stringify({ encappedPublic: encodeHex(enc), ciphertext: encodeHex(ciphertext) })
  const body = { type: "EMAIL_OTP", encryptedOtpBundle }
  for (let nth = 0; nth < GUESSES; nth += 1) {
    const answer = await world.call(callers.a, "POST", `/auth/credentials/${credentialId}/verify`, { body })
    if (answer.status === 202) return "signs in"
  }
  return afterGuesses(credentialId)
}

const inClient = async (typed: string): Promise<string> => {
  const { credentialId } = await world.customer(callers.a)
  const client = clientIn(world)
  for (let nth = 0; nth < GUESSES; nth += 1) {
    const isOpen = await client.emailOtp.login({ credentialId, code: () => typed }).then(
      () => true,
      () => false
    )
    if (isOpen) return "signs in"
  }
  return afterGuesses(credentialId)
}

/** A code as a person types it: what it is read as, and what it does at the server and in the client. */
export const typedCodes = feeding(Schema.Struct({ typed: Schema.String }), async ({ typed }) => ({
  read: typedCode(typed),
  server: await atServer(typed),
  client: await inClient(typed)
}))
