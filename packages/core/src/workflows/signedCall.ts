import { canonicalJson } from "@countersign/wire"
import { Effect, Schema } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { CredentialNotFound } from "../credentials/refusals.ts"
import type { AccountId, RequestId } from "../model/ids.ts"
import type { Json } from "../ports/Collection.ts"
import { byIndex } from "../ports/records.ts"
import { PayloadDiffers } from "../signed-requests/refusals.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { rawPayload } from "./rawPayload.ts"
import type { Begun, Finished, FirstLeg, RetryHeaders, SecondLeg } from "./SignedOperation.ts"
import { signedRetry } from "./signedRetry.ts"

/** A call of the host's own, as its endpoint received it. */
export interface OwnCall {
  /** Names the operation; an id issued under one name never finishes another. */
  readonly name: string
  readonly method: string
  /** As its caller spells it, with its query: a client signs for no other. */
  readonly path: string
  /** As it was sent; null where there was none. */
  readonly body: Json
  /** Whose session must sign. */
  readonly accountId: AccountId
  /** What will be done, in the host's words: shown and signed in place of the body, where it is given. */
  readonly payload?: Json
}

/** A call of the host's own that was signed. */
export interface SignedCall {
  readonly requestId: RequestId
  readonly payload: Json
}

/**
 * Asks the account's owner to sign a call of the host's own, and says once that it is signed. What it does is the
 * host's. A payload that is not that of the first call is refused, and the request still waits: nothing was agreed to.
 */
export const signedCall = (call: OwnCall, headers: RetryHeaders) => operationOf(call)(call, headers)

const payloadOf = ({ body, payload = body }: OwnCall): Json => payload

const operationOf = (call: OwnCall) =>
  signedRetry({
    // The prefix keeps a host from finishing an operation of ours.
    name: `Host/${call.name}`,
    call: ({ body, method, path }: OwnCall) => ({ method, path, body }),
    // Whose session signs is part of what is asked: the host derives it, maybe from something that can be stolen.
    account: ({ accountId }) => accountId,
    reads: ({ accountId }, environment) => [byIndex(credentials, environment, "account", [accountId])],
    intent: Schema.Json,
    begin: Effect.fnUntraced(function* ({ command, environment, found }: FirstLeg<OwnCall>) {
      const { accountId } = command
      const [credential] = found.all(byIndex(credentials, environment, "account", [accountId]))
      if (credential === undefined) return yield* new CredentialNotFound()
      const begun: Begun<Json> = {
        _tag: "Begun",
        accountId,
        credentialType: credential.value.type,
        signer: Signer.cases.SessionOfAccount.make({}),
        activity: rawPayload(accountId, payloadOf(command)),
        intent: payloadOf(command),
        plan: { changes: [], guards: [] }
      }
      return begun
    }),
    finish: Effect.fnUntraced(function* ({ intent, requestId }: SecondLeg<Json>) {
      if (canonicalJson(intent) !== canonicalJson(payloadOf(call))) return yield* new PayloadDiffers()
      const finished: Finished<SignedCall> = {
        reply: { requestId, payload: intent },
        plan: { changes: [], guards: [] }
      }
      return finished
    })
  })
