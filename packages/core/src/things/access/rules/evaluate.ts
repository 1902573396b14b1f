import { Result } from "effect"
import { coverageOf, UNRULED } from "../../../model/AccessOperation.ts"
import { type AccessPolicy, commonTypes, type OperationRule } from "../../../model/AccessPolicy.ts"
import type { Money } from "../../../model/currencies.ts"
import type { Millis } from "../../../model/Environment.ts"
import { type Login, loginsOf, type Voucher } from "../../../model/Voucher.ts"
import {
  type AccessRule,
  CredentialTypeDisabled,
  DestinationNotAllowed,
  PaymentAboveLimit,
  type StepUp,
  StepUpRequired
} from "./refusals.ts"

/** A platform without a policy permits everything. */
type Policy = AccessPolicy | undefined

/** Fails if sessions of this kind of credential are disabled. */
export const requireEnabled = (policy: Policy, credentialType: string): Result.Result<void, CredentialTypeDisabled> =>
  isEnabled(policy, credentialType)
    ? Result.void
    : Result.fail(new CredentialTypeDisabled({ rule: "SESSION_CREDENTIAL_TYPE" }))

/** Whether credentials of this kind may be added, and may open sessions. */
export const isEnabled = (policy: Policy, credentialType: string): boolean =>
  includes(policy?.sessions?.credentialTypes, credentialType)

/** A signed call: the name of its requests and, for a payment, what the wallet is debited. */
export interface SignedCallFacts {
  readonly name: string
  readonly sent?: Money | undefined
}

const rulesFor = (policy: Policy, { name, sent }: SignedCallFacts): ReadonlyArray<OperationRule> => {
  if (policy?.operations === undefined) return []
  const isCovered = coverageOf(name)
  if (isCovered(UNRULED)) return []
  return policy.operations.filter(
    ({ above, operations }) =>
      isCovered(operations) &&
      (above === undefined || (sent?.currency === above.currency && sent.amount > above.amount))
  )
}

/** Describes what the session that signs the call must satisfy, all rules together; `undefined` if nothing. */
export const stepUpFor = (policy: Policy, call: SignedCallFacts): StepUp | undefined => stepUpBy(rulesFor(policy, call))

const stepUpBy = (rules: ReadonlyArray<OperationRule>): StepUp | undefined => {
  const [first] = rules
  if (first === undefined) return undefined
  const ages = rules.flatMap(({ maxSessionAgeSeconds: age }) => age ?? [])
  const credentialTypes = commonTypes(rules)
  return {
    ...(credentialTypes === undefined ? {} : { credentialTypes }),
    ...(ages.length === 0 ? {} : { maxSessionAgeSeconds: Math.min(...ages) }),
    reason: ruleOf(first, first.credentialTypes === undefined ? "SESSION_AGE" : "CREDENTIAL_TYPE")
  }
}

/** The fields of a session that rules decide on. */
export interface Signing extends Login {
  /** Absent if the credential of the session was confirmed when it was opened. */
  readonly voucher?: Pick<Voucher, "logins" | "until"> | undefined
}

/**
 * Returns those of the sessions that may sign the call at `at`. Fails if none may: with the rule that the first one
 * fails, or without a session, as with the magic stamp of the sandbox, with the first rule.
 */
export const requireStepUp = <S extends { readonly value: Signing }>(
  policy: Policy,
  call: SignedCallFacts,
  sessions: ReadonlyArray<S>,
  at: Millis,
  unconfirmed: "own" | "vouched" = "vouched"
): Result.Result<ReadonlyArray<S>, StepUpRequired> => {
  const rules = rulesFor(policy, call)
  const failingOf = ({ value }: S) => failing(rules, unconfirmed === "own" ? [value] : loginsOf(value, at), at)
  const able = sessions.filter((session) => failingOf(session) === undefined)
  const stepUp = able.length > 0 ? undefined : stepUpBy(rules)
  if (stepUp === undefined) return Result.succeed(able)
  const { reason, ...required } = stepUp
  const [first] = sessions
  const rule = (first && failingOf(first)) ?? reason
  return Result.fail(new StepUpRequired({ rule, ...required }))
}

/** The first requirement that one of the logins does not satisfy. The age is exclusive: at the maximum it is too old. */
const failing = (
  rules: ReadonlyArray<OperationRule>,
  logins: ReadonlyArray<Login>,
  at: Millis
): AccessRule | undefined => {
  for (const rule of rules) {
    const { maxSessionAgeSeconds: most } = rule
    for (const { credentialType, familySince } of logins) {
      if (!includes(rule.credentialTypes, credentialType)) return ruleOf(rule, "CREDENTIAL_TYPE")
      if (most !== undefined && at - familySince >= most * 1000) return ruleOf(rule, "SESSION_AGE")
    }
  }
  return undefined
}

const ruleOf = ({ above }: OperationRule, what: "CREDENTIAL_TYPE" | "SESSION_AGE"): AccessRule =>
  above === undefined ? `OPERATION_${what}` : `PAYMENT_${what}`

const includes = (listed: ReadonlyArray<string> | undefined, type: string): boolean => listed?.includes(type) ?? true

export interface SignedPaymentFacts {
  /** Describes what the wallet is debited, including the fee. */
  readonly sent: Money
  /** When the account that is paid was created or last changed. Absent for a payment address. */
  readonly destinationSince: Millis | undefined
  /** Describes what the wallet has paid on this day. */
  readonly paidToday: number
}

/** Fails for a payment that the policy permits no session to sign. */
export const requirePayment = (
  policy: Policy,
  { destinationSince, paidToday, sent }: SignedPaymentFacts,
  at: Millis
): Result.Result<void, DestinationNotAllowed | PaymentAboveLimit> => {
  const { perDay, perPayment } = limitFor(policy, sent.currency)
  if (perPayment !== undefined && sent.amount > perPayment) {
    return Result.fail(new PaymentAboveLimit({ rule: "PAYMENT_LIMIT", limit: perPayment }))
  }
  if (perDay !== undefined && paidToday + sent.amount > perDay) {
    return Result.fail(new PaymentAboveLimit({ rule: "PAYMENT_DAY_LIMIT", limit: perDay }))
  }
  const age = policy?.payments?.destinationMinAgeSeconds
  if (age === undefined) return Result.void
  if (destinationSince === undefined) return Result.fail(new DestinationNotAllowed({ rule: "DESTINATION_WITHOUT_AGE" }))
  return at - destinationSince < age * 1000
    ? Result.fail(new DestinationNotAllowed({ rule: "DESTINATION_AGE" }))
    : Result.void
}

/** Whether payments in the currency are counted by day. */
export const isCounted = (policy: Policy, currency: string): boolean => limitFor(policy, currency).perDay !== undefined

const limitFor = (policy: Policy, currency: string) =>
  policy?.payments?.limits?.find((limit) => limit.currency === currency) ?? NONE

const NONE = { perDay: undefined, perPayment: undefined }
