import type { Call } from "../calls.ts"
import { isObject } from "../isObject.ts"

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
