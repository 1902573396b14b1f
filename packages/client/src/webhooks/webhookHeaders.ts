import { WebhookVerificationError } from "../errors/WebhookVerificationError.ts"

/** The headers of a request: those of the web, or those of Node. */
export type ReceivedHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | ReadonlyArray<string> | undefined }

/** One header by its name, in whatever case it came. */
export const headerOf = (headers: ReceivedHeaders, name: string): string => {
  const value = typeof headers.get === "function" ? headers.get(name) : field(headers, name)
  if (value === undefined || value === null || value === "") {
    throw new WebhookVerificationError(
      "HEADER_MISSING",
      `${name} is missing: this is no webhook, or a proxy dropped it`
    )
  }
  if (typeof value !== "string") {
    throw new WebhookVerificationError("HEADER_MALFORMED", `${name} came more than once`)
  }
  return value
}

const field = (headers: object, name: string): unknown =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
