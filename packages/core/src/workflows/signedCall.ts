import { Effect, Schema } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { CredentialNotFound } from "../credentials/refusals.ts"
import type { AccountId } from "../model/ids.ts"
import type { Json } from "../ports/Collection.ts"
import { byIndex } from "../ports/records.ts"
import { Signer } from "../signed-requests/Signer.ts"
import { rawPayload } from "./rawPayload.ts"
import type { Begun, Finished, FirstLeg, RetryHeaders } from "./SignedOperation.ts"
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
}

/** Asks the account's owner to sign a call of the host's own, and says once that it is signed. What it does is the host's. */
export const signedCall = (call: OwnCall, headers: RetryHeaders) => operationOf(call.name)(call, headers)

const operationOf = (name: string) =>
  signedRetry({
    // The prefix keeps a host from finishing an operation of ours.
    name: `Host/${name}`,
    call: ({ body, method, path }: OwnCall) => ({ method, path, body }),
    // Whose session signs is part of what is asked: the host derives it, maybe from something that can be stolen.
    account: ({ accountId }) => accountId,
    reads: ({ accountId }, environment) => [byIndex(credentials, environment, "account", [accountId])],
    intent: Schema.toCodecJson(Schema.Null),
    begin: Effect.fnUntraced(function* ({ command, environment, found }: FirstLeg<OwnCall>) {
      const { accountId, body } = command
      const [credential] = found.all(byIndex(credentials, environment, "account", [accountId]))
      if (credential === undefined) return yield* new CredentialNotFound()
      const begun: Begun<null> = {
        _tag: "Begun",
        accountId,
        credentialType: credential.value.type,
        signer: Signer.cases.SessionOfAccount.make({}),
        activity: rawPayload(accountId, body),
        intent: null,
        plan: { changes: [], guards: [] }
      }
      return begun
    }),
    finish: () => {
      const finished: Finished<void> = { reply: undefined, plan: { changes: [], guards: [] } }
      return Effect.succeed(finished)
    }
  })
