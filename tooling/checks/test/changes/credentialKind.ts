import { type Change, SERVICE } from "./Change.ts"

/**
 * A toy: a code that a service texts to a phone and checks. The file of a kind with its own refusals, its line in the index of
 * kinds, and the operation of the client with its line in the list of logins. Its types in the promise API are printed. The
 * port that it uses is a recorded change of its own.
 */
export const credentialKind: Change = {
  name: "credential kind",
  edits: [
    {
      create: "packages/core/src/things/credentials/kinds/SMS_OTP.ts",
      text: `import { Effect, Result, Schema } from "effect"
import { ClientPublicKey } from "../../../model/ClientPublicKey.ts"
import { invalid, Refusal, unauthorized } from "../../../model/Refusal.ts"
import { AccountId } from "../../../model/ids.ts"
import { TextCodes } from "../../../ports/TextCodes.ts"
import type { Json } from "../../../store/Collection.ts"
import { noChanges } from "../../../store/plans.ts"
import type { Credential } from "../rules/Credential.ts"
import type { Challenged, Kind, KindRecords, Prepared, ProofRound, Proven } from "./Kind.ts"
import { withDefaults } from "./withDefaults.ts"

/** The code is not the newest one that was texted. */
export class TextCodeWrong extends Refusal("TextCodeWrong")(unauthorized("TEXT_CODE"), {
  reason: "Wrong texted code",
  message: "The texted code is wrong. Enter the newest one.",
  cause: "The code differs from the newest one that was texted to the phone.",
  remedy: "Let the end user enter the code again, or request another one."
}) {}

/** The account has a phone. */
export class PhoneExists extends Refusal("PhoneExists")(invalid, {
  reason: "Phone exists",
  message: "The account already has a phone. Delete it first.",
  cause: "An account can have one phone.",
  remedy: "Delete the phone, then add another one."
}) {}

const phoneNumber = Schema.String.check(Schema.isPattern(/^\\+[0-9]{8,15}$/u)).annotate({ send: "a number such as +15551234567" })
const code = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u)).annotate({ send: "six digits" })
const Addition = Schema.Struct({ type: Schema.Literal("SMS_OTP"), accountId: AccountId, phoneNumber })
const Submission = Schema.Struct({ type: Schema.Literal("SMS_OTP"), code, clientPublicKey: ClientPublicKey })
const readAddition = Schema.decodeUnknownSync(Addition)
const readSubmission = Schema.decodeUnknownSync(Submission)
const materialOf = Schema.decodeUnknownSync(Schema.Struct({ phoneNumber }))

const issued = { otpEncryptionTargetBundle: "SMS", otpAlphabet: "NUMERIC" } as const
const challenged: Challenged = { _tag: "CodeIssued", plan: { ...noChanges, limits: [] }, ...issued }

export const SMS_OTP = {
  ...withDefaults("SMS_OTP"),
  label: "A texted code",
  addition: Addition,
  submission: Submission,
  proof: "verify",
  refusals: { add: { PhoneExists }, challenge: {}, verify: { TextCodeWrong } },
  prepare: (addition: Json) => {
    const { accountId, phoneNumber } = readAddition(addition)
    const prepared: Prepared = {
      material: { phoneNumber },
      nickname: phoneNumber,
      identity: \`SMS_OTP/\${accountId}\`,
      activity: { type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS", parameters: { authenticatorIds: [phoneNumber], userId: accountId } }
    }
    return Effect.succeed(prepared)
  },
  exists: () => new PhoneExists(),
  replayed: () => undefined,
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    parameters: { authenticatorIds: [credentialId], userId: accountId }
  }),
  challenge: ({ material }: Credential) => {
    const { phoneNumber } = materialOf(material)
    return Result.succeed({
      inputs: { phoneNumber },
      opensFor: undefined,
      answer: Effect.gen(function* () {
        yield* (yield* TextCodes).send(phoneNumber)
        return () => Result.succeed(challenged)
      })
    })
  },
  verify: ({ material }: Credential, _kept: KindRecords, submission: Json) => {
    const { clientPublicKey, code } = readSubmission(submission)
    const { phoneNumber } = materialOf(material)
    return Result.succeed({
      inputs: { phoneNumber, code },
      opensFor: clientPublicKey,
      answer: Effect.gen(function* () {
        const isRight = yield* (yield* TextCodes).check(phoneNumber, code)
        return ({ credential }: ProofRound) => codeDecided(isRight, credential.value)
      })
    })
  }
} satisfies Kind

/** Decides whether the session opens, by what the service found. */
export const codeDecided = (isRight: boolean, credential: Credential): Result.Result<Proven, TextCodeWrong> =>
  isRight ? Result.succeed({ _tag: "OpenNow", credential, plan: noChanges }) : Result.fail(new TextCodeWrong())
`
    },
    {
      edit: "packages/core/src/things/credentials/kinds/index.ts",
      after: `"./PASSKEY.ts"`,
      insert: `import { SMS_OTP } from "./SMS_OTP.ts"`
    },
    {
      edit: "packages/core/src/things/credentials/kinds/index.ts",
      find: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY }",
      by: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY, SMS_OTP }"
    },
    // What tests give each operation, and the client of each page.
    {
      edit: "packages/core/test/conflicts.test.ts",
      find: "    Layer.mock(StampAuthority)({})\n",
      by: "    Layer.mock(StampAuthority)({}),\n    Layer.mock(TextCodes)({})\n"
    },
    {
      edit: "packages/core/test/conflicts.test.ts",
      find: "  StampAuthority,\n  Store,\n  Throttle,",
      by: "  StampAuthority,\n  Store,\n  TextCodes,\n  Throttle,"
    },
    {
      edit: "tooling/model/src/node/ports.ts",
      find: "  stampAuthority,\n  Throttle,",
      by: "  stampAuthority,\n  TextCodes,\n  Throttle,"
    },
    {
      edit: "tooling/model/src/node/ports.ts",
      after: "  Layer.mock(Wallets)(",
      insert: "  Layer.mock(TextCodes)({}),"
    },
    {
      edit: "packages/react/test/fakes.ts",
      after: "  emailOtp: {",
      insert: `  smsOtp: { add: unexpected("smsOtp.add"), login: unexpected("smsOtp.login") },`
    },
    {
      create: "packages/client/src/operations/smsOtp.ts",
      text: `import { uncompressedHex } from "@countersign/wire"
import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { ActiveSession, Signer } from "../keyPair.ts"
import { openedSession, withClientKey } from "./sessions.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signing.ts"

export interface SmsOtp {
  readonly add: (options: {
    readonly accountId: string
    readonly phoneNumber: string
    readonly signer: Signer
  }) => Promise<AuthMethod>
  readonly login: (options: { readonly credentialId: string; readonly code: string }) => Promise<ActiveSession>
}

interface Service {
  readonly send: Send
  readonly perform: Perform
  readonly keys: KeyStore
}

export const smsOtpOn = ({ keys, perform, send }: Service): SmsOtp => ({
  add: async ({ accountId, phoneNumber, signer }) => {
    const body = { type: "SMS_OTP", accountId, phoneNumber }
    const activity = "ACTIVITY_TYPE_DELETE_AUTHENTICATORS"
    const means = (userId: string) => [{ activity, values: { authenticatorIds: [phoneNumber], userId } }]
    const call = { method: "POST", path: "/auth/credentials", body, signer, confirm: undefined }
    const answer = await perform({ ...call, means })
    return readAs(answer, isAuthMethod, "an AuthMethod")
  },
  login: ({ credentialId, code }) =>
    withClientKey(async (clientKey) => {
      const clientPublicKey = uncompressedHex(clientKey.publicKey)
      const verified = await send({
        method: "POST",
        path: \`/auth/credentials/\${segment(credentialId, "credentialId")}/verify\`,
        body: JSON.stringify({ type: "SMS_OTP", code, clientPublicKey })
      })
      return openedSession(verified, clientKey, keys)
    })
})
`
    },
    {
      edit: "packages/client/src/createClient.ts",
      after: `"./operations/passkeys.ts"`,
      insert: `import { smsOtpOn } from "./operations/smsOtp.ts"`
    },
    {
      edit: "packages/client/src/createClient.ts",
      find: "  passkeys: passkeysOn(parts)",
      by: "  passkeys: passkeysOn(parts),\n  smsOtp: smsOtpOn(parts)"
    }
  ],
  shown: `${SERVICE}
import { createClient } from "@countersign/client"

const client = createClient({
  baseUrl: "http://countersign.test/2025-10-13",
  bundleSigner: countersign.bundleSigner,
  headers: { authorization: "Basic " + btoa("t:s") },
  fetch: (url, init) => countersign.handler(new Request(url, init))
})
const { id } = (await ask("POST", "/customers", { customerType: "INDIVIDUAL", email: "ada@example.com" })).body
const wallet = (await ask("GET", "/internal-accounts?customerId=" + id + "&type=EMBEDDED_WALLET")).body.data[0]
const accountId = wallet.id
const [email] = await client.credentials.list(accountId)
const signer = await client.emailOtp.login({ credentialId: email.id, code: () => "000000" })

// Registered: signed by a session of the account, once, and with what the kind accepts.
const phoneNumber = "+15551234567"
const first = await ask("POST", "/auth/credentials", { type: "SMS_OTP", accountId, phoneNumber })
assert.deepEqual([first.status, first.body.type, first.body.payloadToSign.includes(phoneNumber)], [202, "SMS_OTP", true])
const spoiled = await ask("POST", "/auth/credentials", { type: "SMS_OTP", accountId, phoneNumber: "5551234567" })
assert.equal(spoiled.status, 400)
const phone = await client.smsOtp.add({ accountId, phoneNumber, signer })
assert.deepEqual([phone.type, phone.nickname], ["SMS_OTP", phoneNumber])
const types = async () => (await client.credentials.list(accountId)).map(({ type }) => type).toSorted()
assert.deepEqual(await types(), ["EMAIL_OTP", "SMS_OTP"])
await assert.rejects(client.smsOtp.add({ accountId, phoneNumber, signer }), { reason: "Phone exists" })

// Challenged, and a session opened by the texted code alone.
assert.equal((await client.credentials.challenge(phone.id)).otpEncryptionTargetBundle, "SMS")
const wrong = client.smsOtp.login({ credentialId: phone.id, code: "123456" })
await assert.rejects(wrong, { status: 401, reason: "Wrong texted code" })
const session = await client.smsOtp.login({ credentialId: phone.id, code: "000000" })
assert.deepEqual([session.type, session.accountId], ["SMS_OTP", accountId])
const sessions = async () => (await client.sessions.list(accountId)).map(({ type }) => type).toSorted()
assert.deepEqual(await sessions(), ["EMAIL_OTP", "SMS_OTP"])
const refreshed = await client.refresh(session)
assert.equal(refreshed.type, "SMS_OTP")

// Removed: by a session of another credential, and its sessions end with it (I5).
await assert.rejects(client.revokeCredential(phone.id, { signer: session }))
await client.revokeCredential(phone.id, { signer })
assert.deepEqual([await types(), await sessions()], [["EMAIL_OTP"], ["EMAIL_OTP"]])
await assert.rejects(client.smsOtp.login({ credentialId: phone.id, code: "000000" }), { status: 404 })

// Deleted with its customer.
const other = await client.smsOtp.add({ accountId, phoneNumber, signer })
const deletion = await client.signedRetryWithoutReview({ method: "DELETE", path: "/customers/" + id, signer })
assert.equal(deletion.isDeleted, true)
await assert.rejects(client.smsOtp.login({ credentialId: other.id, code: "000000" }), { status: 404 })

// Decided without Effect.
const { codeDecided } = await import("./packages/core/dist/things/credentials/kinds/SMS_OTP.js")
assert.equal(codeDecided(false, {}).failure._tag, "TextCodeWrong")
process.exit(0)
`
}
