import { encodeHex, uncompressedHex } from "@countersign/wire"
import { Result } from "effect"
import { describe } from "vitest"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { OtpWrong } from "../../src/things/one-time-codes/rules/refusals.ts"
import { codesOfVisitor } from "../../src/things/one-time-codes/rules/visitor.ts"
import { mailCode, openSignIn, proveSignIn } from "../../src/things/sign-ins/signIns.ts"
import { accountId, accountOf, credentialOf, idOf, leg, publicKey, recordOf, requestId, T } from "../given.ts"
import { issued, issuedOtp } from "./emailChanges.ts"
import { decides } from "./shown.ts"

const email = "a@example.com"
const bundle = JSON.stringify({ encappedPublic: uncompressedHex(publicKey), ciphertext: encodeHex(new Uint8Array(40)) })
const initial = OneTimeCode.initial({ credentialId: codesOfVisitor(email), expiresAt: T + 86_400_000 })
const pending = OneTimeCode.issuedOf(initial, issued.issue)
const wrong = (otp: OneTimeCode.OneTimeCode) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, leg.policy) : otp)
const locked = Array.from({ length: leg.policy.otpFailuresToLock }).reduce<OneTimeCode.OneTimeCode>(wrong, pending)
const recordIn = (state: OneTimeCode.OneTimeCode) => recordOf(OneTimeCode.oneTimeCodes, state)
const of = (otp: ReturnType<typeof recordIn> | undefined) => ({
  code: { otp, mail: undefined },
  config: undefined,
  settings: undefined
})

describe("a code for a visitor (GU4)", () => {
  const mailed = (otp: ReturnType<typeof recordIn> | undefined) => {
    const given = { ...leg, command: { email }, found: of(otp) }
    return Result.flatMap(mailCode.check(given), (checked) => mailCode.decide({ ...given, checked, prepared: issued }))
  }
  decides(() => [
    [
      "is stored with its mail for an address that had none",
      mailed(undefined),
      "+email_otps Issued 0 level 4; +code_mails"
    ],
    ["replaces the previous one", mailed(recordIn(pending)), "~email_otps Issued 0 level 4; +code_mails"],
    ["is not mailed while wrong codes lock the address", mailed(recordIn(locked)), "OtpCoolingDown"]
  ])
})

describe("the proof of a visitor's address (GU4)", () => {
  const proved = (otp: ReturnType<typeof recordIn> | undefined, isRight = true) => {
    const given = { ...leg, command: { email, encryptedOtpBundle: bundle }, found: of(otp) }
    const prepared = isRight
      ? ({ _tag: "Right", publicKey, signInId: requestId } as const)
      : ({ _tag: "Wrong", isGuess: true, refusal: new OtpWrong() } as const)
    return Result.flatMap(proveSignIn.check(given), (checked) => proveSignIn.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    ["is stored with the key beside the code", proved(recordIn(pending)), "~email_otps Proven 0; before +1000"],
    [
      "I15: counts a wrong code before it is refused, and notifies no address",
      proved(issuedOtp, false),
      "~email_otps Issued 2; OtpWrong"
    ],
    ["verifies no code during a lock", proved(recordIn(locked)), "OtpExhausted"],
    ["needs a code that was mailed", proved(undefined), "OtpNotPending"]
  ])
})

describe("the session of a proven address (GU4)", () => {
  const proven = recordIn(OneTimeCode.accepted(pending, requestId, publicKey))
  const credential = credentialOf("EMAIL_OTP")
  const second = (otp: ReturnType<typeof recordIn> | undefined) => ({
    ...leg,
    command: { accountId, signInId: requestId },
    found: { credentials: [credential], credential, otp, opening: { account: accountOf(), active: [] } },
    intent: { publicKey, sessionId: idOf("Session") }
  })
  decides(() => [
    [
      "is signed for by the holder of the key",
      openSignIn.begin.decide({
        ...second(proven),
        checked: { inputs: { credential: credential.value, publicKey, expiresAt: T + 1000 } },
        prepared: {
          activity: { type: "ACTIVITY_TYPE_OTP_LOGIN_V2", parameters: { publicKey, verificationToken: "a.b.c" } },
          sessionId: idOf("Session")
        }
      }),
      "signed by KeyHolder: OTP_LOGIN_V2"
    ],
    [
      "opens, and consumes the proof",
      openSignIn.finish.decide({ ...second(proven), prepared: { client: undefined } }),
      "+sessions Active; ~internal_accounts ACTIVE 0; ~email_otps Idle 0; ~credentials; before +300000"
    ],
    [
      "opens no more without a proof",
      openSignIn.finish.decide({ ...second(recordIn(pending)), prepared: { client: undefined } }),
      "SignInUnknown"
    ]
  ])
})
