import { Result } from "effect"
import { type AccessOperation, nameOf } from "../../model/AccessOperation.ts"
import { AccessPolicy } from "../../model/AccessPolicy.ts"
import type { Millis } from "../../model/Environment.ts"
import { decoderOf, REFUSED } from "../../schema/compiledDecoder.ts"
import type { FieldError } from "../../schema/expected.ts"
import { faultsOf } from "../../schema/faults.ts"
import type { Json } from "../../store/Collection.ts"
import { requireEnabled, requirePayment, requireStepUp } from "./rules/evaluate.ts"
import type {
  CredentialTypeDisabled,
  DestinationNotAllowed,
  PaymentAboveLimit,
  StepUpRequired
} from "./rules/refusals.ts"

const decode = decoderOf(AccessPolicy, { isStrict: true })
const faults = faultsOf(AccessPolicy, { isStrict: true, root: "accessPolicy" })

/** Returns the policy that a text of JSON contains, or its faults. */
export const readAccessPolicy = (json: Json): Result.Result<AccessPolicy, ReadonlyArray<FieldError>> => {
  const value = decode(json)
  return value === REFUSED ? Result.fail(faults(json).errors) : Result.succeed(value)
}

/** A call that is described and not made. Ages are in milliseconds. */
export interface DescribedCall {
  /** `LOGIN`: opening a session. */
  readonly operation: AccessOperation | "LOGIN"
  /** The kind of credential that opens the session, or opened the one that signs. */
  readonly credentialType: string
  /** The time since the login of the session. */
  readonly sessionAge: Millis
  /** Describes what a payment debits from the wallet. */
  readonly amount?: number | undefined
  readonly currency?: string | undefined
  /** The age of the account that is paid. Absent for a payment address. */
  readonly destinationAge?: Millis | undefined
  readonly paidToday: number
}

/** Decides a described call as both legs would. Fails with the refusal that the service would return. */
export const explainAccess = (
  policy: AccessPolicy,
  { amount, credentialType, currency, destinationAge, operation, paidToday, sessionAge }: DescribedCall
): Result.Result<void, CredentialTypeDisabled | DestinationNotAllowed | PaymentAboveLimit | StepUpRequired> =>
  Result.gen(function* () {
    if (operation === "LOGIN") return yield* requireEnabled(policy, credentialType)
    // A session of a disabled kind is refused as a login: it signs only until it expires, and is not refreshed.
    if (operation === "REFRESH_SESSION") yield* requireEnabled(policy, credentialType)
    const at = Math.max(sessionAge, destinationAge ?? 0)
    const sent = amount === undefined || currency === undefined ? undefined : { amount, currency }
    if (operation === "PAY" && sent !== undefined) {
      const destinationSince = destinationAge === undefined ? undefined : at - destinationAge
      yield* requirePayment(policy, { sent, destinationSince, paidToday }, at)
    }
    const session = { value: { credentialType, familySince: at - sessionAge } }
    yield* requireStepUp(policy, { name: nameOf(operation), sent }, [session], at)
  })
