import type { BeneficiaryType, Kind, Variant } from "@countersign/account-types"
import { t } from "../../words/translate.ts"
import type { Call } from "../calls.ts"
import { isObject } from "../json.ts"

/** The choices and values that the end user has entered so far. */
export interface Draft {
  readonly kind: Kind
  readonly variant: Variant
  /** Undefined when the destination is a wallet and no beneficiary is given. */
  readonly beneficiaryType: BeneficiaryType | undefined
  /** Each value by its path in the request. Values of hidden fields are retained for when the field is shown again. */
  readonly answers: Readonly<Record<string, string>>
}

/** The path of the variant choice. It is not sent: the API infers the variant from the identifier. */
export const VARIANT = "variant"
/** Path prefix of the fields of an account. */
export const INFO = "accountInfo."
/** Path prefix of the fields of its beneficiary. */
export const BENEFICIARY = `${INFO}beneficiary.`
/** Path prefix of the fields of the beneficiary's address. */
export const ADDRESS = `${BENEFICIARY}address.`
/** The path of the choice between a person and a business. */
export const BENEFICIARY_TYPE = `${BENEFICIARY}beneficiaryType`

/** An empty form for a kind. The beneficiary of `before` is retained, because the next account is likely theirs too. */
export const newDraft = (kind: Kind, before?: Draft): Draft => {
  const beneficiaryAnswers = Object.entries(before?.answers ?? {}).filter(([path]) => path.startsWith(BENEFICIARY))
  return suited({
    kind,
    variant: kind.variants[0],
    beneficiaryType: kind.selfCustody === true ? undefined : (before?.beneficiaryType ?? "INDIVIDUAL"),
    answers: { ...Object.fromEntries(beneficiaryAnswers), currency: onlyOne(kind.currencies) }
  })
}

/** Returns the draft with one more value. */
export const answered = (draft: Draft, path: string, text: string): Draft => {
  if (path === BENEFICIARY_TYPE) return suited({ ...draft, beneficiaryType: beneficiaryTypeOf(text) })
  if (path === VARIANT) {
    const variant = draft.kind.variants.find(({ name }) => name === text)
    return suited({ ...draft, variant: variant ?? draft.variant })
  }
  return { ...draft, answers: { ...draft.answers, [path]: text } }
}

/** The value at a path, or the empty string. */
export const answerTo = (draft: Draft, path: string): string => {
  if (path === BENEFICIARY_TYPE) return draft.beneficiaryType ?? ""
  if (path === VARIANT) return draft.variant.name
  return draft.answers[path] ?? ""
}

// A variant with one type of beneficiary offers no choice, and neither does a field with one option. A value that was
// chosen in another variant may not be an option of this one.
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

/** The result of a submit. */
export type Answer =
  | { readonly type: "added"; readonly id: string; readonly status: string }
  | { readonly type: "refused"; readonly message: string; readonly fields: ReadonlyArray<Refusal> }

/** An error that the API reports for one field. */
export interface Refusal {
  readonly path: string
  readonly message: string
}

/** Sends an account to the page's own backend. Returns an error message instead of throwing. */
export const sendAccount = async (call: Call, body: object): Promise<Answer> => {
  try {
    const { body: answer, status } = await call("POST", "/customers/external-accounts", body)
    return answerOf(status, answer)
  } catch {
    // The server may have received the request even though its response did not arrive.
    return refused(t("The server did not answer. The account may have been added: check before you send it again."))
  }
}

/** Converts the status and the JSON body of a response to an `Answer`. */
export const answerOf = (status: number, body: unknown): Answer => {
  const fields = isObject(body) ? body : {}
  if (status >= 200 && status < 300) {
    return typeof fields.id === "string"
      ? { type: "added", id: fields.id, status: typeof fields.status === "string" ? fields.status : "unknown" }
      : refused(t("The server accepted the account but returned no id."))
  }
  return typeof fields.message === "string"
    ? { type: "refused", message: fields.message, fields: refusalsOf(fields.details) }
    : refused(t("The server answered with status {0} and gave no reason.", status))
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
