import { Result } from "effect"
import { describe } from "vitest"
import { defaultPolicy, Session } from "../../src/internal.ts"
import { vouchedBy } from "../../src/model/Voucher.ts"
import { confirmCredential } from "../../src/things/credentials/credentials.ts"
import { credentials, initial, vouched } from "../../src/things/credentials/rules/Credential.ts"
import { accountOf, credentialOf, idOf, leg, publicKey, recordOf, requestId, sessionOf, T } from "../given.ts"
import { decides } from "./shown.ts"

const own = sessionOf(1, 1)
const voucher = vouchedBy(own.value, undefined, defaultPolicy, T)
/** The OAUTH credential number `nth`, created `age` milliseconds ago. */
const aged = (nth: number, age: number) =>
  recordOf(credentials, initial({ ...credentialOf("OAUTH", {}, nth).value, createdAt: T - age }))
const added = recordOf(credentials, vouched(aged(3, 0).value, voucher))
const sessionOfAdded = recordOf(
  Session.sessions,
  Session.open({ sessionId: idOf("Session", 3), credential: added.value, publicKey }, defaultPolicy, T)
)

describe("the confirmation of a credential", () => {
  const given = (credential: typeof added | undefined) => ({
    ...leg,
    command: { credentialId: added.value.credentialId },
    found: {
      account: accountOf(),
      active: [own, sessionOfAdded],
      credential,
      resting: [],
      siblings: [aged(1, 9), aged(2, 9), added]
    }
  })
  const finish = (by: number, credential: typeof added | undefined = added) =>
    confirmCredential.finish.decide({
      ...given(credential),
      signer: Result.getOrThrow(Session.active(sessionOf(by, by).value, T)),
      intent: { credentialId: added.value.credentialId },
      requestId
    })
  decides(() => [
    [
      "requires the signature of a session",
      confirmCredential.begin.decide(given(added)),
      "signed by SessionOfAccount except this: SIGN_RAW_PAYLOAD_V2"
    ],
    [
      "is not requested for an unknown credential",
      confirmCredential.begin.decide(given(undefined)),
      "CredentialNotFound"
    ],
    [
      "by an older credential frees the credential and its sessions",
      finish(2),
      "~credentials; ~sessions Active; ~internal_accounts ACTIVE 0"
    ],
    ["is refused by the credential that vouched for it", finish(1), "ConfirmationRefused"],
    ["is refused by the credential itself", finish(3), "ConfirmationRefused"]
  ])
})
