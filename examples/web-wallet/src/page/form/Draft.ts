import type { BeneficiaryType, Kind, Variant } from "@countersign/account-types"
import type { Call } from "../calls.ts"
import { isObject } from "../element.ts"

/** What somebody has chosen and typed so far. */
export interface Draft {
  readonly kind: Kind
  readonly variant: Variant
  /** Undefined where the owner of a wallet names nobody. */
  readonly beneficiaryType: BeneficiaryType | undefined
  /** Each text by the path under which it is sent. An answer to a question that is not asked now waits here. */
  readonly answers: Readonly<Record<string, string>>
}

/** The path of the choice between the variants. It is not sent: the identifier tells. */
export const VARIANT = "variant"
/** Under this the fields of an account are sent. */
export const INFO = "accountInfo."
/** Under this the fields of its beneficiary are sent. */
export const BENEFICIARY = `${INFO}beneficiary.`
/** Under this the fields of the beneficiary's address are sent. */
export const ADDRESS = `${BENEFICIARY}address.`
/** The path of the choice between a person and a business. */
export const BENEFICIARY_TYPE = `${BENEFICIARY}beneficiaryType`

/** An empty form for a kind. What is known of a beneficiary stays: the next account is likely theirs as well. */
export const newDraft = (kind: Kind, before?: Draft): Draft => {
  const kept = Object.entries(before?.answers ?? {}).filter(([path]) => path.startsWith(BENEFICIARY))
  return suited({
    kind,
    variant: kind.variants[0],
    beneficiaryType: kind.selfCustody === true ? undefined : (before?.beneficiaryType ?? "INDIVIDUAL"),
    answers: { ...Object.fromEntries(kept), currency: onlyOne(kind.currencies) }
  })
}

/** The draft with one more answer. */
export const answered = (draft: Draft, path: string, text: string): Draft => {
  if (path === BENEFICIARY_TYPE) return suited({ ...draft, beneficiaryType: beneficiaryTypeOf(text) })
  if (path === VARIANT) {
    const variant = draft.kind.variants.find(({ name }) => name === text)
    return suited({ ...draft, variant: variant ?? draft.variant })
  }
  return { ...draft, answers: { ...draft.answers, [path]: text } }
}

/** What was answered under a path; what was not, is the empty text. */
export const answerTo = (draft: Draft, path: string): string => {
  if (path === BENEFICIARY_TYPE) return draft.beneficiaryType ?? ""
  if (path === VARIANT) return draft.variant.name
  return draft.answers[path] ?? ""
}

// A variant that pays one type of beneficiary leaves nothing to choose, nor does a field of one choice. What was answered
// to the same name in another variant may be none of the choices of this one.
const suited = (draft: Draft): Draft => {
  const chosen = draft.variant.fields.flatMap((field) => {
    const path = INFO + field.name
    if (field.type !== "choice" || field.choices.includes(draft.answers[path] ?? "")) return []
    return [[path, field.required ? onlyOne(field.choices) : ""] as const]
  })
  return {
    ...draft,
    beneficiaryType: draft.variant.beneficiaryType ?? draft.beneficiaryType,
    answers: { ...draft.answers, ...Object.fromEntries(chosen) }
  }
}

const onlyOne = ([first, ...others]: readonly [string, ...ReadonlyArray<string>]): string =>
  others.length === 0 ? first : ""

const beneficiaryTypeOf = (text: string): BeneficiaryType | undefined =>
  text === "INDIVIDUAL" || text === "BUSINESS" ? text : undefined

/** How the service answered. */
export type Answer =
  | { readonly type: "added"; readonly id: string; readonly status: string }
  | { readonly type: "refused"; readonly message: string; readonly fields: ReadonlyArray<Refusal> }

/** What the service says about one field. */
export interface Refusal {
  readonly path: string
  readonly message: string
}

/** Sends an account to the page's own backend. Whatever comes of it is said in words. */
export const sendAccount = async (call: Call, body: object): Promise<Answer> => {
  try {
    const { body: said, status } = await call("POST", "/customers/external-accounts", body)
    return answerOf(status, said)
  } catch {
    // The request may have arrived though its answer did not.
    return refused("No answer came, so it is not known whether the account was added. Look before you send it again.")
  }
}

/** What a status and a body of JSON mean. */
export const answerOf = (status: number, body: unknown): Answer => {
  const said = isObject(body) ? body : {}
  if (status >= 200 && status < 300) {
    return typeof said.id === "string"
      ? { type: "added", id: said.id, status: typeof said.status === "string" ? said.status : "unknown" }
      : refused("The service took the account, but did not say its id.")
  }
  return typeof said.message === "string"
    ? { type: "refused", message: said.message, fields: refusalsOf(said.details) }
    : refused(`The service answered with status ${status}, and gave no reason.`)
}

const refused = (message: string): Answer => ({ type: "refused", message, fields: [] })

const refusalsOf = (details: unknown): ReadonlyArray<Refusal> => {
  const errors = isObject(details) && Array.isArray(details.errors) ? details.errors : []
  return errors.flatMap((error: unknown) =>
    isObject(error) && typeof error.field === "string" && typeof error.message === "string"
      ? [{ path: error.field, message: error.message }]
      : []
  )
}
