import { type Answer, type Call, type Floor, refused } from "../Operation.ts"
import { verifyCode } from "./verifyCode.ts"
import { type Assertion, verifyPasskey } from "./verifyPasskey.ts"
import { verifyToken } from "./verifyToken.ts"

type Submission =
  | { readonly type: "EMAIL_OTP"; readonly encryptedOtpBundle: string }
  | { readonly type: "PASSKEY"; readonly assertion: Assertion }
  | { readonly type: "OAUTH"; readonly oidcToken: string; readonly clientPublicKey: string }

/** POST /auth/credentials/{id}/verify, by the type of the credential. */
export const verify = async (floor: Floor, call: Call, credentialId: string): Promise<Answer> => {
  const submission: Submission = JSON.parse(call.text)
  if (!TYPES.has(submission.type)) return refused(400, "type")
  switch (submission.type) {
    case "EMAIL_OTP":
      return verifyCode(floor, call, credentialId, submission.encryptedOtpBundle)
    case "PASSKEY":
      return verifyPasskey(floor, call, credentialId, submission.assertion)
    case "OAUTH":
      return verifyToken(floor, credentialId, submission)
  }
}

const TYPES: ReadonlySet<string> = new Set(["EMAIL_OTP", "PASSKEY", "OAUTH"] satisfies ReadonlyArray<
  Submission["type"]
>)
