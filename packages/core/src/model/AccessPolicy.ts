import { encodeUtf8 } from "@countersign/wire"
import { Schema } from "effect"
import { AccessOperation, coverageOf, nameOf, SIGNED_OPERATIONS } from "./AccessOperation.ts"
import { KindName } from "./Environment.ts"

const currency = Schema.String.check(
  Schema.isPattern(/^[A-Z][A-Z0-9_]{2,15}$/u, { send: "a currency code in upper case, such as USDC" })
)
const amount = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))

/** Ten years. An age in seconds is at most this. */
const AGE_MOST = 315_360_000
const seconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: AGE_MOST }))
/** Names of kinds. The endpoint of the settings refuses those that no kind has. */
const types = Schema.Array(KindName).check(Schema.isMinLength(1), Schema.isMaxLength(20))

const OperationRule = Schema.Struct({
  operations: Schema.Array(AccessOperation).check(Schema.isMinLength(1), Schema.isMaxLength(20)).annotate({
    description: "Names of docs/guides/policies.md, `HOST`, or `HOST/<name>` for one operation of the host"
  }),
  credentialTypes: Schema.optionalKey(
    types.annotate({ description: "The kinds of credential whose sessions may sign. Absent: all" })
  ),
  maxSessionAgeSeconds: Schema.optionalKey(
    seconds.annotate({
      description: "The age of the login that the session goes back to. A refresh does not renew it. Absent: any age"
    })
  ),
  above: Schema.optionalKey(
    Schema.Struct({ currency, amount }).annotate({
      description: "PAY only: the rule covers payments that debit more than this from the wallet, including the fee"
    })
  )
})
  .check(
    Schema.makeFilter(
      ({ credentialTypes, maxSessionAgeSeconds }) =>
        credentialTypes !== undefined || maxSessionAgeSeconds !== undefined,
      { fault: "The rule requires nothing" }
    ),
    Schema.makeFilter(({ above, operations }) => above === undefined || operations.every((each) => each === "PAY"), {
      fault: "above applies to payments only",
      send: 'a rule with credentialTypes or maxSessionAgeSeconds, and with above only for operations ["PAY"]'
    })
  )
  .annotate({ description: "Which session may sign the operations. All rules that cover a call apply together" })
export type OperationRule = typeof OperationRule.Type

const PaymentLimit = Schema.Struct({
  currency,
  perPayment: Schema.optionalKey(amount),
  perDay: Schema.optionalKey(
    amount.annotate({
      description: "Per wallet and day in UTC. Counting begins with the first payment after the limit is set"
    })
  )
}).annotate({
  description:
    "Limits of signed payments in one currency, in its smallest unit, inclusive. They count what the wallet is debited"
})

/** The largest policy, in bytes of JSON. Each signed call reads it. */
export const ACCESS_POLICY_LIMIT = 8192

const Fields = Schema.Struct({
  sessions: Schema.optionalKey(
    Schema.Struct({
      credentialTypes: types.annotate({
        description: "The kinds of credential that open sessions and that may be added"
      })
    })
  ),
  operations: Schema.optionalKey(Schema.Array(OperationRule).check(Schema.isMaxLength(50))),
  payments: Schema.optionalKey(
    Schema.Struct({
      limits: Schema.optionalKey(Schema.Array(PaymentLimit).check(Schema.isMaxLength(50))),
      destinationMinAgeSeconds: Schema.optionalKey(
        seconds.annotate({
          description:
            "The account that is paid must have existed unchanged for this long. A payment address has no age"
        })
      )
    })
  )
})

/** Returns the first operation that no session could sign, or `undefined`. */
const unsignable = ({ operations = [], sessions }: typeof Fields.Type): string | undefined => {
  const hosts = operations.flatMap(({ operations: named }) => named).filter((each) => each.startsWith("HOST"))
  return [...Object.keys(SIGNED_OPERATIONS), ...new Set(hosts)].find((operation) => {
    const isCovered = coverageOf(nameOf(operation))
    const rules = operations.filter((rule) => isCovered(rule.operations))
    return commonTypes([sessions, ...rules])?.length === 0
  })
}

/** The types that all of the lists have in common; `undefined` if there is no list, which permits every type. */
export const commonTypes = (
  rules: ReadonlyArray<{ readonly credentialTypes?: ReadonlyArray<string> } | undefined>
): ReadonlyArray<string> | undefined => {
  const [first, ...others] = rules.flatMap((rule) =>
    rule?.credentialTypes === undefined ? [] : [rule.credentialTypes]
  )
  return first?.filter((type) => others.every((list) => list.includes(type)))
}

export const AccessPolicy = Fields.check(
  Schema.makeFilter((policy) => encodeUtf8(JSON.stringify(policy)).length <= ACCESS_POLICY_LIMIT, {
    fault: "The policy is longer than 8 KiB"
  }),
  Schema.makeFilter(({ payments }) => !isRepeated((payments?.limits ?? []).map(({ currency: code }) => code)), {
    fault: "payments.limits has a currency twice"
  }),
  // A contradiction would lock end users out of the operation, so it is refused when the policy is written.
  Schema.makeFilter((policy) => unsignable(policy) === undefined, {
    fault: "The rules of an operation contradict each other, so that no session could sign it",
    send: "at most 8 KiB as JSON, each currency once, and for each operation credentialTypes that have a type in common"
  })
).annotate({
  description: "Which credentials open sessions, which sessions may sign what, and which payments may be signed"
})
export type AccessPolicy = typeof AccessPolicy.Type

const isRepeated = (texts: ReadonlyArray<string>): boolean => new Set(texts).size < texts.length

export const typesIn = ({ operations = [], sessions }: AccessPolicy): ReadonlyArray<string> =>
  [sessions, ...operations].flatMap((rule) => rule?.credentialTypes ?? [])
