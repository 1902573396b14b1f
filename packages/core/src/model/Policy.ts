import { Context, Struct } from "effect"
import { type PolicyField, type PolicyTypes, policyFields } from "./policyFields.ts"

/** The figures of a host, by the names of {@link policyFields}. */
export type PolicyValues = {
  readonly [Name in keyof typeof policyFields]: PolicyTypes[(typeof policyFields)[Name]["_tag"]]
}

interface DefaultOf extends Struct.Lambda {
  <Field extends PolicyField>(field: Field): Field["default"]
  readonly "~lambda.out": this["~lambda.in"] extends { readonly _tag: infer Tag extends keyof PolicyTypes }
    ? PolicyTypes[Tag]
    : never
}

export const defaultPolicy: PolicyValues = Struct.map(
  policyFields,
  Struct.lambda<DefaultOf>((field) => field.default)
)

/** The figures of a host, with the defaults for the others. */
export const withDefaults = (given: Partial<PolicyValues> = {}): PolicyValues => ({
  ...defaultPolicy,
  ...(given.otpLifetime === undefined ? {} : { otpLifetimeMost: given.otpLifetime }),
  ...given
})

/** The figures a platform may set. Nobody has to provide it: the defaults stand. */
export const Policy = Context.Reference<PolicyValues>("@countersign/core/model/Policy", {
  defaultValue: () => defaultPolicy
})
