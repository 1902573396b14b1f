import { type Change, SERVICE } from "./Change.ts"

/**
 * A toy: a PIN that the platform says it has seen. The file of a kind with its own refusal, its line in the index of kinds, and
 * the operation of the client with its line in the list of logins.
 */
export const credentialKind: Change = {
  name: "credential kind",
  costs: { created: 2, edited: 3 },
  edits: [
    {
      create: "packages/core/src/rules/credentials/kinds/PIN.ts",
      text: `import { sha256Hex } from "@countersign/wire"
import { Effect, Result, Schema } from "effect"
import { ClientPublicKey } from "../../../model/ClientPublicKey.ts"
import { invalid, Refusal, unauthorized } from "../../../model/Refusal.ts"
import { AccountId } from "../../../model/ids.ts"
import type { Json } from "../../../store/Collection.ts"
import { noChanges } from "../../../store/plans.ts"
import type { Credential } from "../Credential.ts"
import type { Challenged, Kind, KindRecords, Prepared, ProofRound, Proven } from "../Kind.ts"
import { withDefaults } from "../withDefaults.ts"

/** The PIN differs from the PIN of the credential. */
export class PinWrong extends Refusal("PinWrong")(unauthorized("PIN"), {
  reason: "Wrong PIN",
  message: "The PIN is wrong. Enter it again.",
  cause: "The PIN differs from the PIN of the credential.",
  remedy: "Let the end user enter the PIN again."
}) {}

/** The account has a PIN. */
export class PinExists extends Refusal("PinExists")(invalid, {
  reason: "PIN exists",
  message: "The account already has a PIN. Delete it first.",
  cause: "An account can have one PIN.",
  remedy: "Delete the PIN, then add another one."
}) {}

const pin = Schema.String.check(Schema.isPattern(/^[0-9]{6}$/u)).annotate({ send: "six digits" })
const Addition = Schema.Struct({ type: Schema.Literal("PIN"), accountId: AccountId, pin })
const Submission = Schema.Struct({ type: Schema.Literal("PIN"), pin, clientPublicKey: ClientPublicKey })
const readAddition = Schema.decodeUnknownSync(Addition)
const readSubmission = Schema.decodeUnknownSync(Submission)

const challenged: Challenged = { _tag: "CodeIssued", plan: { ...noChanges, limits: [] }, otpEncryptionTargetBundle: "PIN" }

export const PIN = {
  ...withDefaults("PIN"),
  label: "A PIN",
  addition: Addition,
  submission: Submission,
  proof: "verify",
  refusals: { add: { PinExists }, challenge: {}, verify: { PinWrong } },
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
  exists: () => new PinExists(),
  replayed: () => undefined,
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    parameters: { authenticatorIds: [credentialId], userId: accountId }
  }),
  challenge: () =>
    Result.succeed({
      inputs: undefined,
      opensFor: undefined,
      answer: Effect.succeed(() => Result.succeed(challenged))
    }),
  verify: ({ material }: Credential, _kept: KindRecords, submission: Json) => {
    const { clientPublicKey, pin } = readSubmission(submission)
    const isRight = JSON.stringify(material).includes(sha256Hex(pin))
    return Result.succeed({
      inputs: { pin },
      opensFor: clientPublicKey,
      answer: Effect.succeed(({ credential }: ProofRound): Result.Result<Proven, PinWrong> =>
        isRight
          ? Result.succeed({ _tag: "OpenNow", credential: credential.value, plan: noChanges })
          : Result.fail(new PinWrong())
      )
    })
  }
} satisfies Kind
`
    },
    {
      edit: "packages/core/src/rules/credentials/kinds/index.ts",
      after: `"./PASSKEY.ts"`,
      insert: `import { PIN } from "./PIN.ts"`
    },
    {
      edit: "packages/core/src/rules/credentials/kinds/index.ts",
      find: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY }",
      by: "export const kinds = { EMAIL_OTP, OAUTH, PASSKEY, PIN }"
    },
    {
      edit: "packages/countersign/src/types/authentication.ts",
      find: `export type CredentialKind = "EMAIL_OTP" | "OAUTH" | "PASSKEY"`,
      by: `export type CredentialKind = "EMAIL_OTP" | "OAUTH" | "PASSKEY" | "PIN"`
    },
    {
      create: "packages/client/src/operations/pin.ts",
      text: `import { uncompressedHex } from "@countersign/wire"
import { type AuthMethod, isAuthMethod } from "../answers/credentials.ts"
import { readAs } from "../answers/readAnswer.ts"
import type { Send } from "../connection.ts"
import type { KeyStore } from "../keys/KeyStore.ts"
import type { ActiveSession, Signer } from "../keyPair.ts"
import { openedSession, withClientKey } from "./sessions.ts"
import { segment } from "./path.ts"
import type { Perform } from "./signedRetry.ts"

export interface Pin {
  readonly add: (options: {
    readonly accountId: string
    readonly pin: string
    readonly signer: Signer
  }) => Promise<AuthMethod>
  readonly login: (options: { readonly credentialId: string; readonly pin: string }) => Promise<ActiveSession>
}

interface Service {
  readonly send: Send
  readonly perform: Perform
  readonly keys: KeyStore
}

export const pinOn = ({ keys, perform, send }: Service): Pin => ({
  add: async ({ accountId, pin, signer }) => {
    const body = { type: "PIN", accountId, pin }
    const activity = "ACTIVITY_TYPE_DELETE_AUTHENTICATORS"
    const means = (userId: string) => [{ activity, values: { authenticatorIds: ["PIN"], userId } }]
    const call = { method: "POST", path: "/auth/credentials", body, signer, confirm: undefined }
    const answer = await perform({ ...call, means })
    return readAs(answer, isAuthMethod, "an AuthMethod")
  },
  login: ({ credentialId, pin }) =>
    withClientKey(async (clientKey) => {
      const clientPublicKey = uncompressedHex(clientKey.publicKey)
      const verified = await send({
        method: "POST",
        path: \`/auth/credentials/\${segment(credentialId, "credentialId")}/verify\`,
        body: JSON.stringify({ type: "PIN", pin, clientPublicKey })
      })
      return openedSession(verified, clientKey, keys)
    })
})
`
    },
    {
      edit: "packages/client/src/createClient.ts",
      after: `"./operations/passkeys.ts"`,
      insert: `import { pinOn } from "./operations/pin.ts"`
    },
    {
      edit: "packages/client/src/createClient.ts",
      find: "  passkeys: passkeysOn(parts)",
      by: "  passkeys: passkeysOn(parts),\n  pin: pinOn(parts)"
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
const first = await ask("POST", "/auth/credentials", { type: "PIN", accountId, pin: "123456" })
assert.deepEqual([first.status, first.body.type, first.body.payloadToSign.includes("PIN")], [202, "PIN", true])
const spoiled = await ask("POST", "/auth/credentials", { type: "PIN", accountId, pin: "12345x" })
assert.equal(spoiled.status, 400)
const pin = await client.pin.add({ accountId, pin: "123456", signer })
assert.deepEqual([pin.type, pin.nickname], ["PIN", "PIN"])
const types = async () => (await client.credentials.list(accountId)).map(({ type }) => type).toSorted()
assert.deepEqual(await types(), ["EMAIL_OTP", "PIN"])
await assert.rejects(client.pin.add({ accountId, pin: "654321", signer }), { reason: "PIN exists" })

// Challenged, and a session opened by the right PIN alone.
assert.equal((await client.credentials.challenge(pin.id)).otpEncryptionTargetBundle, "PIN")
await assert.rejects(client.pin.login({ credentialId: pin.id, pin: "000000" }), { status: 401, reason: "Wrong PIN" })
const session = await client.pin.login({ credentialId: pin.id, pin: "123456" })
assert.deepEqual([session.type, session.accountId], ["PIN", accountId])
const sessions = async () => (await client.sessions.list(accountId)).map(({ type }) => type).toSorted()
assert.deepEqual(await sessions(), ["EMAIL_OTP", "PIN"])
const refreshed = await client.refresh(session)
assert.equal(refreshed.type, "PIN")

// Removed: by a session of another credential, and its sessions end with it (I5).
await assert.rejects(client.revokeCredential(pin.id, { signer: session }))
await client.revokeCredential(pin.id, { signer })
assert.deepEqual([await types(), await sessions()], [["EMAIL_OTP"], ["EMAIL_OTP"]])
await assert.rejects(client.pin.login({ credentialId: pin.id, pin: "123456" }), { status: 404 })
process.exit(0)
`
}
