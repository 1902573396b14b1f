import { canonicalJson, encodeUtf8, recent, sha256Hex } from "@countersign/wire"
import { Result, Schema } from "effect"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, RequestId } from "../../model/ids.ts"
import { CredentialNotFound, credentials } from "../../rules/credentials/Credential.ts"
import { PayloadDiffers, PayloadTooLarge } from "../../rules/signed-requests/refusals.ts"
import type { Json } from "../../store/Collection.ts"
import { byIndex, type FoundOf, nothing } from "../../store/records.ts"
import type { Leg } from "../operation.ts"
import { rawPayload } from "./pendingRequest.ts"
import type { Begun, Finished, RetryHeaders, SecondLeg } from "./SignedOperation.ts"
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
  /**
   * What will be done, in the host's words: shown and signed in place of the body's digest, where it is given. With the
   * path at most {@link PAYLOAD_LIMIT} bytes of canonical JSON.
   */
  readonly payload?: Json
  /**
   * Who makes the call, by the host's own sign-in: a user id, or an address where no user is signed in. First calls are
   * limited for each caller, so that no caller uses up what the account's owner may make. Without it they share the
   * account's limit.
   */
  readonly caller?: string | undefined
}

/** How many bytes of UTF-8 a payload and a path may have together: they are stored before anybody has signed. */
export const PAYLOAD_LIMIT = 4096

/** A call of the host's own that was signed. */
export interface SignedCall {
  readonly requestId: RequestId
  readonly payload: Json
}

/**
 * Asks the account's owner to sign a call of the host's own, and says once that it is signed. What it does is the
 * host's. A payload that is not that of the first call is refused, and the request still waits: nothing was agreed to.
 */
export const signedCall = (call: OwnCall, headers: RetryHeaders) => operationOf(call.name)(call, headers)

const payloadOf = ({ body, payload = body }: OwnCall): Json => payload

/** What the user signs beside the call itself. A body may be large, so its digest represents it. */
const shownOf = ({ body, payload }: OwnCall): Json => payload ?? { bodySha256: digestOf(body) }

const digestOf = (json: Json): string => sha256Hex(canonicalJson(json))

const isTooLarge = (call: OwnCall): boolean =>
  encodeUtf8(canonicalJson(shownOf(call))).length + encodeUtf8(call.path).length > PAYLOAD_LIMIT

const reads = ({ accountId }: OwnCall, environment: EnvironmentKey) => ({
  credentials: byIndex(credentials, environment, "account", [accountId])
})

export const begin = ({
  command,
  found
}: Leg<OwnCall, FoundOf<ReturnType<typeof reads>>>): Result.Result<
  Begun<string>,
  CredentialNotFound | PayloadTooLarge
> => {
  if (isTooLarge(command)) return Result.fail(new PayloadTooLarge())
  const [credential] = found.credentials
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  const { accountId } = command
  return Result.succeed({
    _tag: "Begun",
    ...nothing,
    accountId,
    credentialType: credential.value.type,
    signer: { _tag: "SessionOfAccount" },
    activity: rawPayload(accountId, shownOf(command)),
    intent: digestOf(shownOf(command))
  })
}

export const finish = ({
  command,
  intent,
  requestId
}: Leg<OwnCall, unknown> & SecondLeg<string>): Result.Result<Finished<SignedCall>, PayloadDiffers> =>
  intent === digestOf(shownOf(command))
    ? Result.succeed({ ...nothing, reply: { requestId, payload: payloadOf(command) } })
    : Result.fail(new PayloadDiffers())

const operationOf = (name: string) => {
  const known = operations.get(name) ?? operationNamed(name)
  operations.set(name, known)
  return known
}

const operationNamed = (name: string) =>
  signedRetry({
    // The prefix keeps a host from finishing an operation of ours.
    name: `Host/${name}`,
    call: ({ body, method, path }: OwnCall) => ({ method, path, body }),
    // Whose session signs is part of what is asked: the host derives it, maybe from something that can be stolen.
    account: ({ accountId }) => accountId,
    caller: ({ caller }) => caller,
    // The digest of the payload: nothing of a caller that is not authenticated is stored twice.
    intent: Schema.String,
    begin: { reads, decide: begin },
    finish: { reads, decide: finish }
  })

/** Built once for each name that a host uses. */
const operations = recent<ReturnType<typeof operationNamed>>(256)
