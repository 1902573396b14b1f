import { isJsonObject } from "@countersign/account-types"
import { Result, Schema } from "effect"
import { faultsOf } from "../model/faults.ts"
import type { FieldError } from "../model/fieldErrors.ts"
import { CustomerId } from "../model/ids.ts"
import type { Json } from "../ports/Collection.ts"

/** The id that a platform has for an account. */
export const reference = Schema.String.check(
  Schema.isMinCodePoints(1),
  Schema.isMaxCodePoints(255),
  // A database keeps no NUL, and no half of a character.
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]*$/u, {
    fault: "The text has a control character",
    send: "text of 1 to 255 characters without control characters"
  })
)

// What only the type of an account can judge is let through, and judged by that.
const destination = {
  currency: Schema.optionalKey(Schema.Json),
  accountInfo: Schema.optionalKey(Schema.Json)
}
const particulars = {
  platformAccountId: Schema.optionalKey(reference),
  defaultUmaDepositAccount: Schema.optionalKey(Schema.Boolean)
}

/** A new account of the platform itself. */
export const NewPlatformAccount = Schema.Struct({ ...destination, ...particulars })

/** A new account of a customer or, where none is named, of the platform. */
export const NewExternalAccount = Schema.Struct({
  ...destination,
  ...particulars,
  customerId: Schema.optionalKey(CustomerId)
})
export type NewExternalAccount = typeof NewExternalAccount.Type

/** What may be changed of an account. `accountInfo` is merged into what is stored (RFC 7396). */
export const ExternalAccountPatch = Schema.Struct({
  ...particulars,
  /** Null takes it away. */
  platformAccountId: Schema.optionalKey(Schema.NullOr(reference)),
  accountInfo: Schema.optionalKey(Schema.Json),
  status: Schema.optionalKey(Schema.Literals(["ACTIVE", "INACTIVE"]))
})
export type ExternalAccountPatch = typeof ExternalAccountPatch.Type

/** A body, and what is wrong with the place of its `platformAccountId`. */
export interface Placed {
  readonly body: Json
  readonly faults: ReadonlyArray<FieldError>
}

/**
 * The body with its `platformAccountId` at the top, where the account has it. Clients also send it inside `accountInfo`:
 * it is accepted there, and refused where both are sent and differ.
 */
export const placed = (body: Json): Placed => {
  const info = isJsonObject(body) ? body.accountInfo : undefined
  if (!isJsonObject(body) || !isJsonObject(info) || !Object.hasOwn(info, REFERENCE)) return { body, faults: [] }
  const { [REFERENCE]: inner, ...accountInfo } = info
  if (inner === undefined) return { body, faults: [] }
  const outer = Object.hasOwn(body, REFERENCE) ? body[REFERENCE] : inner
  return {
    body: { ...body, [REFERENCE]: outer ?? inner, accountInfo },
    faults:
      outer === inner
        ? []
        : [
            {
              field: `accountInfo.${REFERENCE}`,
              message: `It must be the same as ${REFERENCE}: send it in one of the two places`
            }
          ]
  }
}

const REFERENCE = "platformAccountId"

/** A body that was read, or everything that is wrong with it. What is wrong further in is to be told with it. */
export type Reading<A> = Result.Result<A, ReadonlyArray<FieldError>>

export const reader = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  const explain = faultsOf(schema, { isStrict: true, root: "body", listed: LISTED })
  return (body: Json): Reading<A> => Result.mapError(decode(body), () => explain(body).errors)
}

/** More than a refusal lists, since the faults of the account follow; the refusal counts what it leaves out. */
const LISTED = 256
