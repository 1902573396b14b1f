import { seal } from "../native/hpke.ts"
import { expanded, memoised, pairOf, privateKeyOf, stamped } from "../native/native.ts"
import { type Subject, subjectPair } from "../seed/Seed.ts"
import { type Challenge, flowOfSubjects, mailbox, seedOf } from "./Flow.ts"

/** A login by an e-mailed code: the challenge, the encrypted code, and the signature of the key encrypted with it. */
export const emailOtpLogin = flowOfSubjects("EMAIL_OTP login", 3, (call, target) => {
  const box = mailbox(seedOf(target).letters)
  const pair = pairOf()
  const key = privateKeyOf(pair)
  return async ({ email, emailCredentialId }) => {
    const path = `/auth/credentials/${emailCredentialId}`
    const { letter } = await box
    const coming = letter(email)
    const { otpEncryptionTargetBundle }: { readonly otpEncryptionTargetBundle: string } = JSON.parse(
      await call(200, "POST", `${path}/challenge`)
    )
    const encryptedOtpBundle = sealedTo(otpEncryptionTargetBundle, await coming, pair.compressed)
    const body = JSON.stringify({ type: "EMAIL_OTP", encryptedOtpBundle })
    const challenge: Challenge = JSON.parse(await call(202, "POST", `${path}/verify`, body))
    await call(200, "POST", `${path}/verify`, body, signed(challenge, { compressed: pair.compressed, key }))
  }
})

/** Encrypts a code and the session's public key to the target key of a bundle. */
export const sealedTo = (bundle: string, code: string, publicKey: string): string => {
  const { data }: { readonly data: string } = JSON.parse(bundle)
  const { targetPublic }: { readonly targetPublic: string } = JSON.parse(Buffer.from(data, "hex").toString())
  const { ciphertext, enc } = seal(
    expanded(targetPublic),
    Buffer.from(JSON.stringify({ otp_code: code, public_key: publicKey }))
  )
  return JSON.stringify({ encappedPublic: enc.toString("hex"), ciphertext: ciphertext.toString("hex") })
}

/** Only the first leg: the request stays pending. */
export const firstLeg = flowOfSubjects("signed leg 1", 1, (call) => {
  const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
  return (subject) => call(202, "POST", pathOf(subject), body)
})

/** Both legs, for a new session key that is sealed to the client. */
export const refresh = flowOfSubjects("signed legs 1 and 2", 2, (call) => {
  const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
  return async (subject) => {
    const challenge: Challenge = JSON.parse(await call(202, "POST", pathOf(subject), body))
    await call(200, "POST", pathOf(subject), body, signed(challenge, signerOf(subject.number)))
  }
})

const pathOf = ({ sessionId }: Subject): string => `/auth/sessions/${sessionId}/refresh`

const signed = ({ payloadToSign, requestId }: Challenge, { compressed, key }: ReturnType<typeof signerOf>) => ({
  "request-id": requestId,
  "service-wallet-signature": stamped(payloadToSign, key, compressed)
})

/** The session key of a subject, cached. */
export const signerOf = memoised((number: number) => {
  const pair = subjectPair("session", number)
  return { compressed: pair.compressed, key: privateKeyOf(pair) }
})
