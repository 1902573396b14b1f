import { seal } from "../native/hpke.ts"
import { expanded, pairOf, privateKeyOf } from "../native/points.ts"
import { stamped } from "../native/stamp.ts"
import type { Challenge } from "./Challenge.ts"
import { caller, seedOf, subjectsOf } from "./calls.ts"
import type { Flow } from "./Flow.ts"
import { mailbox } from "./mailbox.ts"

/** A login by a mailed code: the challenge, the sealed code, and the signature of the key that was sealed with it. */
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

/** Seals a code, and the key that will sign, to the target of a bundle. */
export const sealedTo = (bundle: string, code: string, publicKey: string): string => {
  const { data }: { readonly data: string } = JSON.parse(bundle)
  const { targetPublic }: { readonly targetPublic: string } = JSON.parse(Buffer.from(data, "hex").toString())
  const { ciphertext, enc } = seal(
    expanded(targetPublic),
    Buffer.from(JSON.stringify({ otp_code: code, public_key: publicKey }))
  )
  return JSON.stringify({ encappedPublic: enc.toString("hex"), ciphertext: ciphertext.toString("hex") })
}
