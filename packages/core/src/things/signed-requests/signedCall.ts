import { canonicalJson, encodeUtf8, recent, sha256Hex } from "@countersign/wire"
import { Result, Schema } from "effect"
import { heldAt } from "../../model/accountState.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { AccountId, RequestId } from "../../model/ids.ts"
import { begins, finishes } from "../../steps/legs.ts"
import { rawPayload } from "../../steps/pendingRequest.ts"
import { challenged, type Finished, type RetryHeaders } from "../../steps/SignedOperation.ts"
import { signedRetry } from "../../steps/signedRetry.ts"
import type { Json } from "../../store/Collection.ts"
import { noChanges } from "../../store/plans.ts"
import { byIndex } from "../../store/records.ts"
import { walletRef } from "../accounts/wallets.ts"
import { CredentialNotFound, credentials } from "../credentials/rules/Credential.ts"
import { PayloadDiffers, PayloadTooLarge } from "./rules/refusals.ts"

/** A call to an endpoint of the host's own, as received. */
export interface OwnCall {
  /** The operation name. A request issued under one name cannot complete another. */
  readonly name: string
  readonly method: string
  /** As the caller sent it, including the query. The signature covers exactly this path. */
  readonly path: string
  /** As received; null if there was none. */
  readonly body: Json
  /** The account whose session must sign. */
  readonly accountId: AccountId
  /**
   * A description of the action in the host's format. If present, it is shown and signed in place of the body's digest.
   * Together with the path at most {@link PAYLOAD_LIMIT} bytes of canonical JSON.
   */
  readonly payload?: Json
  /**
   * The caller as authenticated by the host: a user id, or a network address for anonymous callers. First calls are
   * rate-limited per caller, so one caller cannot exhaust the limit of the account's owner. If absent, all callers
   * share the account's limit.
   */
  readonly caller?: string | undefined
  /** Whether the call may be signed while a recovery holds the account. If absent, it is refused until the hold ends. */
  readonly allowHeld?: boolean | undefined
}

/**
 * Maximum size of a payload and a path together, in bytes of UTF-8. A failed stamp stores them before the user is authenticated.
 */
export const PAYLOAD_LIMIT = 4096

/** A signed call of the host's own. */
export interface SignedCall {
  readonly requestId: RequestId
  readonly payload: Json
  /** The end of a hold of the account that the host allows. */
  readonly heldUntil: Millis | undefined
}

/**
 * Runs the signed-retry pattern for an endpoint of the host's own. The first call returns a payload to sign; the signed
 * retry returns the signed call, exactly once. The host performs the action. A retry with another payload fails and
 * leaves the request pending.
 */
export const signedCall = (call: OwnCall, headers: RetryHeaders) => operationOf(call.name)(call, headers)

/** The user signs this in addition to the call itself. A body may be large, so its digest represents it. */
const shownOf = ({ body, payload }: OwnCall): Json => payload ?? { bodySha256: digestOf(body) }

const digestOf = (json: Json): string => sha256Hex(canonicalJson(json))

const isTooLarge = (call: OwnCall): boolean =>
  encodeUtf8(canonicalJson(shownOf(call))).length + encodeUtf8(call.path).length > PAYLOAD_LIMIT

const reads = ({ accountId }: OwnCall, environment: EnvironmentKey) => ({
  credentials: byIndex(credentials, environment, "account", [accountId])
})

export const begin = begins(reads).decide(function askToSign({ command, found }) {
  if (isTooLarge(command)) return Result.fail(new PayloadTooLarge())
  const [credential] = found.credentials
  if (credential === undefined) return Result.fail(new CredentialNotFound())
  const { accountId } = command
  return Result.succeed(
    challenged({
      accountId,
      credentialType: credential.value.type,
      signer: { _tag: "SessionOfAccount" },
      activity: rawPayload(accountId, shownOf(command)),
      intent: digestOf(shownOf(command))
    })
  )
})

// The intent is only the digest of the payload, so that data of an unauthenticated caller is stored only once.
export const finish = finishes(Schema.String, reads).decide(function acceptCall({
  accounts: [account],
  at,
  command,
  intent,
  requestId
}) {
  const { body, payload = body } = command
  if (intent !== digestOf(shownOf(command))) return Result.fail(new PayloadDiffers())
  return Result.succeed<Finished<SignedCall>>({
    ...noChanges,
    reply: { requestId, payload, heldUntil: account && heldAt(account.value, at) }
  })
})

const operationOf = (name: string) => operations.getOrMake(name, () => operationNamed(name))

const operationNamed = (name: string) =>
  signedRetry({
    // The prefix prevents a host's call from completing a built-in operation.
    name: `Host/${name}`,
    call: ({ body, method, path }) => ({ method, path, body }),
    // The signing account is bound by the request, because the host may derive it from something that can be stolen.
    account: ({ accountId }) => accountId,
    differs: () => new PayloadDiffers(),
    wallets: ({ accountId }, environment) => walletRef(environment, accountId),
    isAllowedHeld: ({ allowHeld }) => allowHeld,
    caller: ({ caller }) => caller,
    begin,
    finish
  })

/** Built once for each name that a host uses. */
const operations = recent<ReturnType<typeof operationNamed>>(256)
