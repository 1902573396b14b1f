import { sealedTo } from "@countersign/bench/flows/emailOtp"
import { pairOf, privateKeyOf } from "@countersign/bench/native/points"
import { stamped } from "@countersign/bench/native/stamp"
import { type Answer, type Call, firstId } from "./caller.ts"

/** Somebody with a wallet, and the key of their device. */
export interface Person {
  readonly email: string
  readonly accountId: string
  readonly credentialId: string
  readonly pair: ReturnType<typeof pairOf>
}

export const newPerson = async (call: Call, email: string): Promise<Person> => {
  const customer = await call(201, "POST", "/customers", { customerType: "INDIVIDUAL", email })
  const of = `customerId=${customer.field("id")}`
  const accountId = firstId(await call(200, "GET", `/internal-accounts?${of}&type=EMBEDDED_WALLET`))
  const credentialId = firstId(await call(200, "GET", `/auth/credentials?accountId=${accountId}`))
  return { email, accountId, credentialId, pair: pairOf() }
}

/** Asks for a code, which is mailed soon after. Answers the target that it is to be sealed to. */
export const askForCode = async (call: Call, { credentialId }: Person): Promise<string> =>
  (await call(200, "POST", `/auth/credentials/${credentialId}/challenge`)).field("otpEncryptionTargetBundle")

/** Both legs of a login by a code. Answers the session. */
export const logIn = async (call: Call, { credentialId, pair }: Person, bundle: string, code: string) => {
  const body = { type: "EMAIL_OTP", encryptedOtpBundle: sealedTo(bundle, code, pair.compressed) }
  const path = `/auth/credentials/${credentialId}/verify`
  const first = await call(202, "POST", path, body)
  return call(200, "POST", path, body, retry(first, pair))
}

/** Both legs of a refresh, by the key of the login. */
export const refresh = async (call: Call, { pair }: Person, sessionId: string): Promise<void> => {
  const body = { clientPublicKey: pairOf().uncompressed }
  const path = `/auth/sessions/${sessionId}/refresh`
  await call(200, "POST", path, body, retry(await call(202, "POST", path, body), pair))
}

const retry = (first: Answer, pair: Person["pair"]) => ({
  "request-id": first.field("requestId"),
  "service-wallet-signature": stamped(first.field("payloadToSign"), privateKeyOf(pair), pair.compressed)
})
