import * as core from "@countersign/core"
import {
  AuthMethod,
  AuthSession,
  authMethod,
  authSession,
  bodyOf,
  CustomerBody,
  customerBody,
  InternalAccountBody,
  internalAccountBody,
  type ModePorts,
  Modes,
  type Ports,
  type Refusal,
  SignedRequestChallenge,
  signedRequestChallenge
} from "@countersign/http"
import { Context, Effect, Result, Schema } from "effect"

/** A refusal of the promise API: the same code, reason and message the HTTP API answers with. */
export class CountersignRefusal extends Error {
  override readonly name = "CountersignRefusal"
  readonly status: number
  readonly code: string
  readonly reason: string | undefined
  constructor(refusal: Refusal) {
    const { code, message, reason, status } = bodyOf(refusal._tag)
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
  }
}

/** The two headers of a retry as `Headers.get` gives them; neither on the first call. */
export interface Retry {
  readonly stamp?: string | null
  readonly requestId?: string | null
}

/** The programs of the HTTP API as promises, for a host that acts on its own behalf. Bodies are those of the contract. */
export const makeApi = (context: () => Promise<Context.Context<Ports | ModePorts>>) => ({
  /** Acts in one environment. Nothing of another one exists there. */
  in: (environment: core.Environment) => {
    const run = async <A, E extends Refusal | Schema.SchemaError>(
      program: Effect.Effect<A, E, Ports | ModePorts | core.CurrentEnvironment>
    ): Promise<A> => {
      const ports = await context()
      const world = Context.get(ports, Modes)[environment.mode]
      if (world === undefined)
        throw new Error(`No token of mode ${environment.mode} is configured, so nothing is there.`)
      const outcome = await Effect.runPromise(
        Effect.result(program).pipe(
          Effect.provideContext(Context.add(Context.merge(ports, world), core.CurrentEnvironment, environment))
        )
      )
      if (Result.isSuccess(outcome)) return outcome.success
      throw outcome.failure instanceof Schema.SchemaError ? outcome.failure : new CountersignRefusal(outcome.failure)
    }
    return {
      customers: {
        create: (profile: typeof core.NewCustomer.Encoded) =>
          run(Effect.flatMap(newCustomer(profile), (valid) => Effect.map(core.createCustomer(valid), writeCustomer))),
        read: (id: string) =>
          run(Effect.flatMap(customerId(id), (valid) => Effect.map(core.readCustomer(valid), writeCustomer)))
      },
      internalAccounts: {
        list: (filter: { readonly customerId: string }) =>
          run(
            Effect.flatMap(customerId(filter.customerId), (id) =>
              Effect.map(core.listAccounts({ customerId: id }, { limit: 100 }), ({ items }) => items.map(writeAccount))
            )
          )
      },
      credentials: {
        list: (account: string) =>
          run(
            Effect.flatMap(accountId(account), (id) =>
              Effect.map(core.listCredentials(id), (all) =>
                all.map((credential) => writeMethod(authMethod(credential)))
              )
            )
          ),
        challenge: (id: string) =>
          run(
            Effect.flatMap(credentialId(id), (valid) =>
              Effect.map(core.challengeCredential(valid), ({ credential, otpEncryptionTargetBundle }) =>
                writeMethod(authMethod(credential, otpEncryptionTargetBundle))
              )
            )
          ),
        verify: (id: string, submission: core.VerifyCommand["submission"], retry?: Retry) =>
          run(
            Effect.gen(function* () {
              const command = { credentialId: yield* credentialId(id), submission }
              const outcome = yield* core.verifyCredential(command, yield* headers(retry))
              return outcome._tag === "Challenge"
                ? challenge(outcome.request)
                : writeSession(authSession(outcome.reply))
            })
          )
      },
      sessions: {
        list: (account: string) =>
          run(
            Effect.flatMap(accountId(account), (id) =>
              Effect.map(core.listSessions(id), (all) => all.map((session) => writeSession(authSession(session))))
            )
          ),
        revoke: (id: string, retry?: Retry) =>
          run(
            Effect.gen(function* () {
              const outcome = yield* core.revokeSession({ sessionId: yield* sessionId(id) }, yield* headers(retry))
              return outcome._tag === "Challenge" ? challenge(outcome.request) : undefined
            })
          )
      },
      /** Puts a call of the host's own behind a signature: a challenge to answer with 202 or, once, the word that it is signed. */
      signedCall: (call: Omit<core.OwnCall, "accountId"> & { readonly accountId: string }, retry?: Retry) =>
        run(
          Effect.gen(function* () {
            const command = { ...call, accountId: yield* accountId(call.accountId) }
            const outcome = yield* core.signedCall(command, yield* headers(retry))
            return outcome._tag === "Challenge"
              ? { isSigned: false, challenge: challenge(outcome.request) }
              : { isSigned: true, challenge: undefined }
          })
        )
    }
  }
})

const newCustomer = Schema.decodeUnknownEffect(core.NewCustomer, { errors: "all", onExcessProperty: "error" })
const customerId = Schema.decodeUnknownEffect(core.CustomerId)
const accountId = Schema.decodeUnknownEffect(core.AccountId)
const credentialId = Schema.decodeUnknownEffect(core.CredentialId)
const sessionId = Schema.decodeUnknownEffect(core.SessionId)
const requestId = Schema.decodeUnknownEffect(core.RequestId)

/** One of the two alone is refused by name, further in. */
const headers = Effect.fnUntraced(function* ({ requestId: id, stamp }: Retry = {}) {
  const retry: core.RetryHeaders = {
    stamp: stamp ?? undefined,
    requestId: typeof id === "string" ? yield* requestId(id) : undefined
  }
  return retry
})

const encodeCustomer = Schema.encodeSync(CustomerBody)
const writeCustomer = (customer: core.Customer) => encodeCustomer(customerBody(customer))
const encodeAccount = Schema.encodeSync(InternalAccountBody)
const writeAccount = (account: core.InternalAccount) => encodeAccount(internalAccountBody(account))
const writeMethod = Schema.encodeSync(AuthMethod)
const writeSession = Schema.encodeSync(AuthSession)
const encodeChallenge = Schema.encodeSync(SignedRequestChallenge)
const challenge = (request: core.SignedRequest.Pending) => encodeChallenge(signedRequestChallenge(request))
