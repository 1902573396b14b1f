import * as core from "@countersign/core"
import {
  AuthMethod,
  AuthSession,
  authMethod,
  authSession,
  bodyOf,
  ChallengeBody,
  ConfigBody,
  CustomerBody,
  challengeBody,
  configBody,
  customerViewBody,
  DeliveryBody,
  deliveryBody,
  ExportedWalletBody,
  exportedWalletBody,
  InternalAccountBody,
  internalAccountBody,
  type ModePorts,
  Modes,
  openedSession,
  type Ports,
  type Refusal,
  SignedRequestChallenge,
  secretText,
  signedRequestChallenge,
  webhookKeys
} from "@countersign/http"
import { Context, Effect, Result, Schema } from "effect"
import { accountsApi } from "./accountsApi.ts"
import { type GuardOptions, guardsApi } from "./guards.ts"
import { moneyApi } from "./moneyApi.ts"
import { type PageQuery, paged } from "./paged.ts"
import { peopleApi } from "./peopleApi.ts"
import { receiptsApi } from "./receiptsApi.ts"
import type { Run, World } from "./run.ts"

/** A refusal of the promise API: the same code, reason and message the HTTP API answers with. */
export class CountersignRefusal extends Error {
  override readonly name = "CountersignRefusal"
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  constructor(refusal: Refusal) {
    const { code, message, reason, status } = bodyOf(refusal)
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
  }
}

/** Which accounts of a customer. */
export interface AccountQuery extends Pick<core.AccountFilter, "currency" | "type"> {
  readonly customerId: string
}

/** The two headers of a retry as `Headers.get` gives them; neither on the first call. */
export interface Retry {
  readonly stamp?: string | null
  readonly requestId?: string | null
}

/**
 * The programs of the HTTP API as promises, for a host that acts on its own behalf. Bodies and answers are those of the
 * contract; a call that needs a signature answers the challenge first, and its own answer to the retry.
 */
export const makeApi = (context: () => Promise<Context.Context<Ports | ModePorts>>, guards: GuardOptions) => ({
  /** Acts in one environment. Nothing of another one exists there. */
  in: (environment: core.Environment) => {
    const run: Run = async (program) => {
      const ports = await context()
      Schema.decodeUnknownSync(core.Environment)(environment)
      const world = Context.get(ports, Modes)[environment.mode]
      if (world === undefined)
        throw new Error(`No token of mode ${environment.mode} is configured, so nothing is there.`)
      const outcome = await Effect.runPromise(
        Effect.result(program).pipe(
          (inWorld) => core.inEnvironment(environment, inWorld),
          Effect.provideContext(Context.merge(ports, world))
        )
      )
      if (Result.isSuccess(outcome)) return outcome.success
      throw outcome.failure instanceof Schema.SchemaError ? outcome.failure : new CountersignRefusal(outcome.failure)
    }
    /** Reads the id of a call, then its headers, then runs it. */
    const on = <I, A, E extends Refusal | Schema.SchemaError>(
      id: Effect.Effect<I, Schema.SchemaError>,
      program: (id: I, headers: core.RetryHeaders) => Effect.Effect<A, E, World>,
      retry?: Retry
    ) => run(Effect.flatMap(Effect.all([id, headers(retry)]), ([valid, both]) => program(valid, both)))

    return {
      ...moneyApi(run),
      ...guardsApi(run, guards),
      ...accountsApi(run),
      customers: {
        create: (profile: typeof core.NewCustomer.Encoded) =>
          on(newCustomer(profile), (valid) => Effect.map(core.createCustomer(valid), writeCustomer)),
        read: (id: string) => on(customerId(id), (valid) => Effect.map(core.readCustomer(valid), writeCustomer)),
        /** Newest first. Instants are milliseconds since the epoch, and included. */
        list: ({ cursor, limit, ...filter }: core.CustomerFilter & PageQuery = {}) =>
          paged(run, { cursor, limit }, (page) => core.listCustomers(filter, page), writeCustomer),
        /** Deletes a customer. A signed retry where a wallet of the customer has a credential. */
        delete: (id: string, retry?: Retry) =>
          on(
            customerId(id),
            (valid, both) => Effect.map(core.deleteCustomer({ customerId: valid }, both), answered(writeCustomer)),
            retry
          ),
        /**
         * Deletes a customer without the end user's signature, where law requires it. No HTTP call does this. `reason`, 1
         * to 200 printable characters without personal data, is in the receipt that each of the customer's wallets gets.
         * The known addresses are notified. Refused as `delete` is, while the customer holds money.
         */
        erase: (id: string, { reason }: { readonly reason: string }) =>
          on(Effect.all([customerId(id), erasureReason(reason)]), ([valid, why]) =>
            Effect.map(core.eraseCustomer(valid, why), writeCustomer)
          ),
        /** Tells where a customer stands, where nothing here decides that: in production. */
        settle: (id: string, standing: core.Standing) =>
          on(Effect.all([customerId(id), readStanding(standing)]), ([valid, stands]) =>
            Effect.map(core.settleCustomer(valid, stands), writeCustomer)
          ),
        update: (id: string, patch: typeof core.CustomerPatch.Encoded, retry?: Retry) =>
          on(
            Effect.all({ customerId: customerId(id), patch: customerPatch(patch), body: asSent(patch) }),
            (command, both) => Effect.map(core.updateCustomer(command, both), answered(writeCustomer)),
            retry
          )
      },
      ...peopleApi(run),
      receipts: receiptsApi(run),
      internalAccounts: {
        /** Newest first. */
        list: ({ cursor, customerId: owner, limit, ...filter }: AccountQuery & PageQuery) =>
          paged(
            run,
            { cursor, limit },
            (page) => Effect.flatMap(customerId(owner), (id) => core.listAccounts({ ...filter, customerId: id }, page)),
            writeAccount
          ),
        setPrivacy: (id: string, privateEnabled: boolean, retry?: Retry) =>
          on(
            accountId(id),
            (valid, both) =>
              Effect.map(core.updateAccount({ accountId: valid, privateEnabled }, both), answered(writeAccount)),
            retry
          ),
        exportWallet: (id: string, clientPublicKey: string, retry?: Retry) =>
          on(
            Effect.all({ accountId: accountId(id), clientPublicKey: clientKey(clientPublicKey) }),
            (command, both) => Effect.map(core.exportWallet(command, both), answered(writeExport)),
            retry
          )
      },
      credentials: {
        list: (account: string) =>
          on(accountId(account), (id) => Effect.map(core.listCredentials(id), (all) => all.map(writeMethod))),
        challenge: (id: string, clientPublicKey?: string) =>
          on(credentialId(id), (valid) =>
            Effect.map(core.challengeCredential(valid, clientPublicKey), (reply) =>
              writeChallenged(challengeBody(reply))
            )
          ),
        add: (body: core.AddCredentialCommand["addition"], retry?: Retry) =>
          on(
            addition(body),
            (valid, both) =>
              Effect.map(
                core.addCredential({ accountId: valid.accountId, addition: valid, body }, both),
                answered(writeAdded)
              ),
            retry
          ),
        verify: (id: string, body: core.VerifyCommand["submission"], retry?: Retry) =>
          on(
            Effect.all({ credentialId: credentialId(id), submission: submission(body) }),
            (command, both) => Effect.map(core.verifyCredential(command, both), answered(writeOpened)),
            retry
          ),
        revoke: (id: string, retry?: Retry) =>
          on(
            credentialId(id),
            (credential, both) =>
              Effect.map(core.revokeCredential({ credentialId: credential }, both), answered(nothing)),
            retry
          )
      },
      sessions: {
        list: (account: string) =>
          on(accountId(account), (id) => Effect.map(core.listSessions(id), (all) => all.map(writeSession))),
        refresh: (id: string, clientPublicKey: string, retry?: Retry) =>
          on(
            Effect.all({ sessionId: sessionId(id), clientPublicKey: clientKey(clientPublicKey) }),
            (command, both) => Effect.map(core.refreshSession(command, both), answered(writeOpened)),
            retry
          ),
        revoke: (id: string, retry?: Retry) =>
          on(
            sessionId(id),
            (session, both) => Effect.map(core.revokeSession({ sessionId: session }, both), answered(nothing)),
            retry
          )
      },
      config: {
        read: () => run(Effect.map(core.readConfig(), writeConfig)),
        update: (patch: typeof core.ConfigPatch.Encoded) =>
          on(configPatch(patch), (valid) => Effect.map(core.updateConfig(valid), writeConfig))
      },
      webhooks: {
        /** Events and whether they were delivered, newest first. */
        deliveries: ({ cursor, limit, ...filter }: { readonly status?: core.DeliveryStatus } & PageQuery = {}) =>
          paged(run, { cursor, limit }, (page) => core.listDeliveries(filter, page), writeDelivery),
        /** Sends an event again at once, also one that was delivered or given up. */
        redrive: (id: string) => on(eventId(id), (valid) => Effect.map(core.redriveDelivery(valid), writeDelivery)),
        /** Sends a TEST while you wait; to the endpoint of the config where no address is named. */
        test: (url?: string) => run(core.testWebhook(url)),
        /** What receivers verify with. */
        keys: () => run(webhookKeys),
        /** What receivers verify the symmetric `v1` signature with. Whoever has it can forge one. */
        secret: () =>
          run(
            Effect.map(core.webhookSecret(core.environmentKey(environment)), (secret) => ({
              secret: secretText(secret)
            }))
          )
      },
      /** Puts a call of the host's own behind a signature: a challenge to answer with 202 or, once, the word that it is signed. */
      signedCall: (call: Omit<core.OwnCall, "accountId"> & { readonly accountId: string }, retry?: Retry) =>
        on(
          accountId(call.accountId),
          (id, both) =>
            Effect.map(core.signedCall({ ...call, accountId: id }, both), (outcome) =>
              outcome._tag === "Challenge"
                ? { isSigned: false, challenge: writeRequest(outcome.request) }
                : { isSigned: true, challenge: undefined, ...outcome.reply }
            ),
          retry
        )
    }
  }
})

const strict = { errors: "all", onExcessProperty: "error" } as const
const erasureReason = Schema.decodeUnknownEffect(core.ErasureReason)
const newCustomer = Schema.decodeUnknownEffect(core.NewCustomer, strict)
const customerPatch = Schema.decodeUnknownEffect(core.CustomerPatch, strict)
const asSent = Schema.decodeUnknownEffect(Schema.Json)
const customerId = Schema.decodeUnknownEffect(core.CustomerId)
const readStanding = Schema.decodeUnknownEffect(core.Standing)
const configPatch = Schema.decodeUnknownEffect(core.ConfigPatch, strict)
const eventId = Schema.decodeUnknownEffect(core.EventId)
const accountId = Schema.decodeUnknownEffect(core.AccountId)
const credentialId = Schema.decodeUnknownEffect(core.CredentialId)
const sessionId = Schema.decodeUnknownEffect(core.SessionId)
const requestId = Schema.decodeUnknownEffect(core.RequestId)
const clientKey = Schema.decodeUnknownEffect(core.ClientPublicKey)

/** Bodies as the contract takes them, of whatever kind. */
const addition = Schema.decodeUnknownEffect(
  Schema.Union([core.kinds.EMAIL_OTP.addition, core.kinds.OAUTH.addition, core.kinds.PASSKEY.addition]),
  strict
)
const submission = Schema.decodeUnknownEffect(
  Schema.Union([core.kinds.EMAIL_OTP.submission, core.kinds.OAUTH.submission, core.kinds.PASSKEY.submission]),
  strict
)

/** One of the two alone is refused by name, further in. */
const headers = Effect.fnUntraced(function* ({ requestId: id, stamp }: Retry = {}) {
  const retry: core.RetryHeaders = {
    stamp: stamp ?? undefined,
    requestId: typeof id === "string" ? yield* requestId(id) : undefined
  }
  return retry
})

const answered =
  <A, B>(write: (reply: A) => B) =>
  (outcome: core.Outcome<A>) =>
    outcome._tag === "Challenge" ? writeRequest(outcome.request) : write(outcome.reply)

const nothing = () => undefined
const encodeRequest = Schema.encodeSync(SignedRequestChallenge)
const writeRequest = (request: core.SignedRequest.Pending) => encodeRequest(signedRequestChallenge(request))
const encodeCustomer = Schema.encodeSync(CustomerBody)
const writeCustomer = (view: core.CustomerView) => encodeCustomer(customerViewBody(view))
const encodeAccount = Schema.encodeSync(InternalAccountBody)
const writeAccount = (account: core.InternalAccount) => encodeAccount(internalAccountBody(account))
const encodeConfig = Schema.encodeSync(ConfigBody)
const writeConfig = (config: core.PlatformConfig) => encodeConfig(configBody(config))
const encodeDelivery = Schema.encodeSync(DeliveryBody)
const writeDelivery = (event: core.Event) => encodeDelivery(deliveryBody(event))
const encodeExport = Schema.encodeSync(ExportedWalletBody)
const writeExport = (exported: core.ExportedWallet) => encodeExport(exportedWalletBody(exported))
const encodeMethod = Schema.encodeSync(AuthMethod)
const writeMethod = (credential: core.Credential) => encodeMethod(authMethod(credential))
const writeAdded = ({ credential, otpEncryptionTargetBundle }: core.AddedCredential) =>
  encodeMethod(authMethod(credential, otpEncryptionTargetBundle))
const writeChallenged = Schema.encodeSync(ChallengeBody)
const encodeSession = Schema.encodeSync(AuthSession)
const writeSession = (session: core.Session.Session) => encodeSession(authSession(session))
const writeOpened = (opened: core.OpenedSession) => encodeSession(openedSession(opened))
