import { type Change, SERVICE } from "./Change.ts"

/** A toy: a PIN that the platform says it has seen. One file of a kind, its line in the index, and its name in the two
 * closed lists of types: that of core, and the flat one of the promise API. */
export const credentialKind: Change = {
  name: "credential kind",
  costs: { created: 1, edited: 3 },
  edits: [
    {
      create: "packages/core/src/credentials/kinds/PIN.ts",
      text: `import { sha256Hex } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { ClientPublicKey } from "../../model/ClientPublicKey.ts"
import { AccountId } from "../../model/ids.ts"
import type { Json } from "../../ports/Collection.ts"
import { alone } from "../alone.ts"
import type { Credential } from "../Credential.ts"
import type { Kept, Kind, Prepared, ProofRound, Proven } from "../Kind.ts"
import { ChallengeNotUsed, CredentialNotFound, OauthExists } from "../refusals.ts"

const pin = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u)).annotate({ send: "six digits" })
const Addition = Schema.Struct({ type: Schema.Literal("PIN"), accountId: AccountId, pin })
const Submission = Schema.Struct({ type: Schema.Literal("PIN"), pin, clientPublicKey: ClientPublicKey })
const readAddition = Schema.decodeUnknownSync(Addition)
const readSubmission = Schema.decodeUnknownSync(Submission)

export const PIN = {
  ...alone("PIN"),
  type: "PIN",
  addition: Addition,
  submission: Submission,
  proof: "verify",
  prepare: (addition: Json) => {
    const { accountId, pin } = readAddition(addition)
    const prepared: Prepared = {
      material: { digest: sha256Hex(pin) },
      nickname: "PIN",
      identity: \`PIN/\${accountId}\`,
      activity: { type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS", parameters: { authenticatorIds: ["PIN"], userId: accountId } }
    }
    return Effect.succeed(prepared)
  },
  exists: () => new OauthExists(),
  replayed: () => undefined,
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    parameters: { authenticatorIds: [credentialId], userId: accountId }
  }),
  challenge: () => Result.fail(new ChallengeNotUsed()),
  verify: ({ material }: Credential, _kept: Kept, submission: Json) => {
    const { clientPublicKey, pin } = readSubmission(submission)
    const isRight = JSON.stringify(material).includes(sha256Hex(pin))
    return Result.succeed({
      asks: { pin },
      opensFor: clientPublicKey,
      answer: Effect.succeed(({ credential }: ProofRound): Result.Result<Proven, CredentialNotFound> =>
        isRight
          ? Result.succeed({ _tag: "OpenNow", credential: credential.value, plan: { changes: [], guards: [] } })
          : Result.fail(new CredentialNotFound())
      )
    })
  }
} satisfies Kind
`
    },
    {
      edit: "packages/core/src/credentials/kinds/index.ts",
      after: `"./PASSKEY.ts"`,
      insert: `import { PIN } from "./PIN.ts"`
    },
    {
      edit: "packages/core/src/credentials/kinds/index.ts",
      find: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY }",
      by: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY, PIN }"
    },
    {
      edit: "packages/core/src/model/CredentialType.ts",
      find: `["OAUTH", "EMAIL_OTP", "PASSKEY"]`,
      by: `["OAUTH", "EMAIL_OTP", "PASSKEY", "PIN"]`
    },
    {
      edit: "packages/countersign/src/types.ts",
      find: `"EMAIL_OTP" | "OAUTH" | "PASSKEY"`,
      by: `"EMAIL_OTP" | "OAUTH" | "PASSKEY" | "PIN"`
    }
  ],
  shown: `${SERVICE}
const { id } = (await ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })).body
const wallet = (await ask("GET", "/internal-accounts?customerId=" + id + "&type=EMBEDDED_WALLET")).body.data[0]
const first = await ask("POST", "/auth/credentials", { type: "PIN", accountId: wallet.id, pin: "123456" })
assert.equal(first.status, 202)
assert.ok(first.body.payloadToSign.includes("PIN"))
const spoiled = await ask("POST", "/auth/credentials", { type: "PIN", accountId: wallet.id, pin: "12345x" })
assert.equal(spoiled.status, 400)
process.exit(0)
`
}
