import { Schema, Struct } from "effect"
import type { EnvironmentKey } from "../../../model/Environment.ts"
import type { CredentialId } from "../../../model/ids.ts"
import type { CatalogueEntry } from "../../../model/Refusal.ts"
import { RecordUnreadable } from "../../../store/Collection.ts"
import { EMAIL_OTP } from "./EMAIL_OTP.ts"
import type { Kind, KindReads, KindStep } from "./Kind.ts"
import { OAUTH } from "./OAUTH.ts"
import { PASSKEY } from "./PASSKEY.ts"

/** All kinds of credentials by type, in the order of the API document. A new kind is its file and a line here. */
export const kinds = { EMAIL_OTP, OAUTH, PASSKEY } satisfies Readonly<Record<string, Kind>>

export const CredentialType = Schema.Literals(Struct.keys(kinds)).annotate({
  description: "The kind of a sign-in method"
})
export type CredentialType = typeof CredentialType.Type

const isCredentialType = (name: string): name is CredentialType => Object.hasOwn(kinds, name)

/** Returns the type of a stored credential, for a decision. Throws if this version does not know the type. */
export const credentialTypeOf = (name: string): CredentialType => {
  if (isCredentialType(name)) return name
  throw new RecordUnreadable({ check: `credentials of type ${name}` })
}

type Kinds = typeof kinds

/** The request bodies that add a credential, and that prove identity with one. */
export type Addition = Kinds[CredentialType]["addition"]["Encoded"]
export type Submission = Kinds[CredentialType]["submission"]["Encoded"]

type RefusalOf<Step extends KindStep> = {
  readonly [Type in CredentialType]: { readonly [Each in Step]: keyof Kinds[Type]["refusals"][Each] }[Step]
}[CredentialType]

export const kindRefusals: { readonly [Tag in RefusalOf<KindStep>]: { readonly entry: CatalogueEntry } } =
  Object.assign({}, ...Object.values(kinds).flatMap(({ refusals }) => Object.values(refusals)))

export const refusalsOf = <Step extends KindStep>(step: Step): ReadonlyArray<RefusalOf<Step>> => {
  const all = Object.values(kinds).map(({ refusals }) => refusals[step])
  const isOne = (tag: string): tag is RefusalOf<Step> & string => all.some((each) => Object.hasOwn(each, tag))
  return all.flatMap(Object.keys).filter(isOne)
}

/** The additional records of a credential whose type is not known before it is loaded. */
export const kindReads = (environment: EnvironmentKey, credentialId: CredentialId): KindReads => ({
  ...OAUTH.reads(),
  ...PASSKEY.reads(),
  ...EMAIL_OTP.reads(environment, credentialId)
})
