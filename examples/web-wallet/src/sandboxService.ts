import type { Countersign } from "countersign"
import type { Answer, Service } from "./server.ts"

/** The calls of the page, made to Countersign for one customer. The token and the customer stay on the server. */
export const sandboxService = (
  { handler, sandboxToken }: Pick<Countersign, "handler" | "sandboxToken">,
  customerId: string
): Service => {
  if (sandboxToken === undefined) throw new Error("A sandbox without options makes a token")
  const authorization = `Basic ${btoa(`${sandboxToken.id}:${sandboxToken.secret}`)}`
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { authorization, "content-type": "application/json" }
    const response = await handler(new Request(`${BASE}${path}`, { ...init, headers }))
    return { status: response.status, body: jsonOf(await response.text()) }
  }
  return {
    addAccount: (body) =>
      call("/customers/external-accounts", { method: "POST", body: JSON.stringify(owned(body, customerId)) }),
    discoveries: (query) => call(`/discoveries?${new URLSearchParams(query)}`)
  }
}

// Last, so that whatever the browser sent, it does not choose whose account this is.
const owned = (body: unknown, customerId: string): unknown =>
  typeof body === "object" && !Array.isArray(body) ? { ...body, customerId } : body

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Nobody listens here: the request never leaves the process. */
const BASE = "http://countersign.invalid/2025-10-13"
