import { seal } from "../native/hpke.ts"
import { expanded, memoised, pairOf, privateKeyOf, stamped } from "../native/native.ts"
import { type Subject, subjectPair } from "../seed/Seed.ts"
import { type Challenge, caller, type Flow, mailbox, seedOf, subjectsOf } from "./Flow.ts"

/** A login by an e-mailed code: the challenge, the encrypted code, and the signature of the key encrypted with it. */
export const emailOtpLogin: Flow = {
  name: "EMAIL_OTP login",
  requests: 3,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const { letter } = await mailbox(seedOf(target).letters)
    const pair = pairOf()
    const key = privateKeyOf(pair)
    return {
      run: async () => {
        const { email, emailCredentialId } = next()
        const path = `/auth/credentials/${emailCredentialId}`
        const coming = letter(email)
        const { otpEncryptionTargetBundle }: { readonly otpEncryptionTargetBundle: string } = JSON.parse(
          await call(200, "POST", `${path}/challenge`)
        )
        const encryptedOtpBundle = sealedTo(otpEncryptionTargetBundle, await coming, pair.compressed)
        const body = JSON.stringify({ type: "EMAIL_OTP", encryptedOtpBundle })
        const { payloadToSign, requestId }: Challenge = JSON.parse(await call(202, "POST", `${path}/verify`, body))
        const stamp = stamped(payloadToSign, key, pair.compressed)
        await call(200, "POST", `${path}/verify`, body, { "request-id": requestId, "service-wallet-signature": stamp })
      }
    }
  }
}

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
export const firstLeg: Flow = {
  name: "signed leg 1",
  requests: 1,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return { run: async () => void (await call(202, "POST", pathOf(next()), body)) }
  }
}

/** Both legs, for a new session key that is sealed to the client. */
export const refresh: Flow = {
  name: "signed legs 1 and 2",
  requests: 2,
  open: async (target, user, users) => {
    const call = caller(target)
    const next = subjectsOf(target, user, users)
    const body = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
    return {
      run: async () => {
        const subject = next()
        const path = pathOf(subject)
        const { payloadToSign, requestId }: Challenge = JSON.parse(await call(202, "POST", path, body))
        const { compressed, key } = signerOf(subject.number)
        const stamp = stamped(payloadToSign, key, compressed)
        await call(200, "POST", path, body, { "request-id": requestId, "service-wallet-signature": stamp })
      }
    }
  }
}

const pathOf = ({ sessionId }: Subject): string => `/auth/sessions/${sessionId}/refresh`

/** The session key of a subject, cached. */
export const signerOf = memoised((number: number) => {
  const pair = subjectPair("session", number)
  return { compressed: pair.compressed, key: privateKeyOf(pair) }
})
