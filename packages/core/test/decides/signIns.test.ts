import { encodeHex, uncompressedHex } from "@countersign/wire"
import { Result } from "effect"
import { describe } from "vitest"
import * as OneTimeCode from "../../src/things/one-time-codes/rules/OneTimeCode.ts"
import { OtpWrong } from "../../src/things/one-time-codes/rules/refusals.ts"
import { codeOfSignIn, wrongCodesFor } from "../../src/things/one-time-codes/rules/visitor.ts"
import { identifyFor } from "../../src/things/sign-ins/oidcSignIn.ts"
import { startPasskeySignIn } from "../../src/things/sign-ins/passkeySignIn.ts"
import { mailCode, openSignIn, proveSignIn } from "../../src/things/sign-ins/signIns.ts"
import {
  accountId,
  accountOf,
  credentialId,
  credentialOf,
  customerId,
  idOf,
  leg,
  publicKey,
  recordOf,
  requestId,
  T
} from "../given.ts"
import { issued } from "./emailChanges.ts"
import { decides } from "./shown.ts"

const email = "a@example.com"
const bundle = JSON.stringify({ encappedPublic: uncompressedHex(publicKey), ciphertext: encodeHex(new Uint8Array(40)) })
const initial = (credentialId: string) => OneTimeCode.initial({ credentialId, expiresAt: T + 86_400_000 })
const pending = OneTimeCode.issuedOf(initial(codeOfSignIn(email, requestId)), issued.issue)
const counting = OneTimeCode.issuedOf(initial(wrongCodesFor(email)), issued.issue)
const wrong = (otp: OneTimeCode.OneTimeCode) => (otp._tag === "Issued" ? OneTimeCode.rejected(otp, T, leg.policy) : otp)
const locked = Array.from({ length: leg.policy.otpFailuresToLock }).reduce<OneTimeCode.OneTimeCode>(wrong, counting)
const recordIn = (state: OneTimeCode.OneTimeCode) => recordOf(OneTimeCode.oneTimeCodes, state)
const oneWrong = OneTimeCode.readdress(wrong(counting), T)
type Found = ReturnType<typeof recordIn> | undefined

describe("a code for a visitor (GU4)", () => {
  const mailed = (counts?: Found, from?: string) => {
    const given = { ...leg, command: { email, from }, found: { counts, config: undefined, settings: undefined } }
    const prepared = { ...issued, signInId: requestId }
    return Result.flatMap(mailCode.check(given), (checked) => mailCode.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    [
      "is stored with its mail for an address that had none",
      mailed(),
      "+email_otps Issued 0; +code_mails; =email_otps"
    ],
    [
      "is stored beside those of others, and takes from the share of its caller (FA11)",
      mailed(undefined, "192.0.2.1"),
      "+email_otps Issued 0; +code_mails; =email_otps; limit visitors a@example.com by 192.0.2.1"
    ],
    [
      "does not race with a wrong code for the address",
      mailed(recordIn(oneWrong)),
      "+email_otps Issued 0; +code_mails; =email_otps"
    ],
    ["is not mailed while wrong codes lock the address", mailed(recordIn(locked)), "OtpCoolingDown"]
  ])
})

describe("the proof of a visitor's address (GU4, O3)", () => {
  const proved = (otp: Found, isRight = true, counts?: Found) => {
    const command = { email, signInId: requestId, encryptedOtpBundle: bundle }
    const given = { ...leg, command, found: { otp, counts, config: undefined } }
    const prepared = isRight
      ? ({ _tag: "Right", publicKey } as const)
      : ({ _tag: "Wrong", isGuess: true, refusal: new OtpWrong() } as const)
    return Result.flatMap(proveSignIn.check(given), (checked) => proveSignIn.decide({ ...given, checked, prepared }))
  }
  decides(() => [
    [
      "is stored with the key beside the code",
      proved(recordIn(pending)),
      "~email_otps Proven 0; before +1000; =email_otps"
    ],
    [
      "ends the count of wrong codes for the address",
      proved(recordIn(pending), true, recordIn(oneWrong)),
      "~email_otps Proven 0; -email_otps; before +1000"
    ],
    [
      "I15: counts a wrong code for the address before it is refused, and notifies no address",
      proved(recordIn(pending), false),
      "+email_otps Idle 1; OtpWrong"
    ],
    [
      "I15: counts it beside those of other sign-ins of the address",
      proved(recordIn(pending), false, recordIn(oneWrong)),
      "~email_otps Idle 2; OtpWrong"
    ],
    ["verifies no code during a lock", proved(recordIn(pending), true, recordIn(locked)), "OtpExhausted"],
    [
      "I15: verifies no short code of before a lock after it",
      proved(recordIn(pending), true, recordIn(OneTimeCode.asOf(locked, T + leg.policy.otpLockFor))),
      "OtpNotPending"
    ],
    ["needs a code that was mailed", proved(undefined), "OtpNotPending"]
  ])
})

describe("a challenge for the passkey of a visitor (GU4)", () => {
  const given = { ...leg, command: { clientPublicKey: "04" }, found: { settings: undefined } }
  const decided = () =>
    Result.flatMap(startPasskeySignIn.check(given), (checked) =>
      startPasskeySignIn.decide({ ...given, checked, prepared: { drawn: requestId, key: "key" } })
    )
  decides(() => [["is not stored", decided(), "nothing"]])
})

describe("the token of a visitor (GU4, J9)", () => {
  const claims = {
    issuer: "https://id.example",
    audience: "app",
    subject: "ada",
    issuedAt: T / 1000,
    expiresAt: T / 500
  }
  const decided = (
    of: Partial<{ credentialId: typeof credentialId; customerId: typeof customerId; isBare: boolean }>
  ) =>
    identifyFor.decide({
      ...leg,
      command: { accountId, oidcToken: "a.b.c", clientPublicKey: "02" },
      found: { settings: undefined },
      checked: { inputs: { issuers: undefined } },
      prepared: {
        ...{ claims, maxAge: 60_000, account: undefined },
        of: { credentialId: undefined, customerId: undefined, isBare: false, ...of }
      }
    })
  decides(() => [
    ["is not consumed where no wallet is named", decided({}), "nothing"],
    ["is consumed by a wallet that opens no session by it", decided({ customerId }), "+spent; before +61000"],
    ["is consumed by the session of a wallet with the identity", decided({ customerId, credentialId }), "nothing"],
    ["is consumed by the first credential of a wallet", decided({ customerId, isBare: true }), "nothing"]
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
