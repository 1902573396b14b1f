import { Schema, Struct } from "effect"
import type { EnvironmentKey } from "../../../model/Environment.ts"
import type { CatalogueEntry } from "../../../model/faults.ts"
import type { CredentialId } from "../../../model/ids.ts"
import type { KeptReads, Kind, KindStep } from "../Kind.ts"
import { EMAIL_OTP } from "./EMAIL_OTP.ts"
import { OAUTH } from "./OAUTH.ts"
import { PASSKEY } from "./PASSKEY.ts"

/** Every kind of credential, under its type, in the order of the document. A new one is its file and a line here. */
export const kinds = { EMAIL_OTP, OAUTH, PASSKEY } satisfies Readonly<Record<string, Kind>>

/** The types of credential that an account may have. */
export const CredentialType = Schema.Literals(Struct.keys(kinds))
export type CredentialType = typeof CredentialType.Type

const isCredentialType = (name: string): name is CredentialType => Object.hasOwn(kinds, name)

/** The type of a credential that is stored. A record of a kind that this version does not have is a defect. */
export const credentialTypeOf = (name: string): CredentialType => {
  if (isCredentialType(name)) return name
  throw new Error(`no kind of credential is named ${name}`)
}

type Kinds = typeof kinds

/** The bodies that add a credential, and those that prove identity with one. */
export type Addition = Kinds[CredentialType]["addition"]["Encoded"]
export type Submission = Kinds[CredentialType]["submission"]["Encoded"]

type RefusalOf<Step extends KindStep> = {
  readonly [Type in CredentialType]: { readonly [Each in Step]: keyof Kinds[Type]["refusals"][Each] }[Step]
}[CredentialType]

/** What the kinds refuse, by tag. */
export const kindRefusals: { readonly [Tag in RefusalOf<KindStep>]: { readonly entry: CatalogueEntry } } =
  Object.assign({}, ...Object.values(kinds).flatMap(({ refusals }) => Object.values(refusals)))

/** The tags of what some kind refuses in a step. */
export const refusalsOf = <Step extends KindStep>(step: Step): ReadonlyArray<RefusalOf<Step>> => {
  const all = Object.values(kinds).map(({ refusals }) => refusals[step])
  const isOne = (tag: string): tag is RefusalOf<Step> & string => all.some((each) => Object.hasOwn(each, tag))
  return all.flatMap(Object.keys).filter(isOne)
}

/** What a credential keeps beside it, where its type is not known before it is loaded. */
export const keptReads = (environment: EnvironmentKey, credentialId: CredentialId): KeptReads => ({
  ...OAUTH.reads(),
  ...PASSKEY.reads(),
  ...EMAIL_OTP.reads(environment, credentialId)
})
