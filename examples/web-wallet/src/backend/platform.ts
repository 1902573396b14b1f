import type { Countersign } from "countersign"

/** What the page's backend has of Countersign: a sandbox platform of its own, and the token that speaks for it. */
export interface Platform {
  readonly api: ReturnType<Countersign["api"]["in"]>
  readonly bundleSigner: string
  /** One call of the API, with the token added. It never leaves the process. */
  readonly call: (path: string, init: RequestInit) => Promise<Response>
  /** Ends the token. */
  readonly close: () => Promise<void>
}

/**
 * Opens the platform of the page. It is apart from those of your own tokens: its clock is its own, and so is the address
 * its events go to.
 */
export const openPlatform = async ({
  api: apis,
  bundleSigner,
  handler
}: Pick<Countersign, "api" | "bundleSigner" | "handler">): Promise<Platform> => {
  const api = apis.in({ platformId: "web-wallet", mode: "sandbox" })
  const token = await api.tokens.create({ name: "wallet page", permissions: ["VIEW", "TRANSACT", "MANAGE"] })
  const authorization = `Basic ${btoa(`${token.clientId}:${token.clientSecret}`)}`
  return {
    api,
    bundleSigner,
    call: (path, init) => {
      const request = new Request(BASE + path, init)
      request.headers.set("authorization", authorization)
      return handler(request)
    },
    close: async () => {
      await api.tokens.delete(token.id)
    }
  }
}

/** Nobody listens here. */
const BASE = "http://countersign.invalid/2025-10-13"
