import type { Countersign } from "countersign"

/**
 * The platform of the pages. It is separate from the platforms of your API tokens: it has its own customers, clock and
 * webhook endpoint.
 */
export const environment = { platformId: "web-wallet", mode: "sandbox" } as const

/** The platform, with an API token. */
export interface Platform {
  readonly api: ReturnType<Countersign["api"]["in"]>
  /** Makes one API call in process and adds the API token. */
  readonly call: (path: string, init: RequestInit) => Promise<Response>
  /** Revokes the API token. */
  readonly close: () => Promise<void>
}

/** Opens the platform of the pages with a new token. */
export const openPlatform = async (
  { api: apis, handler }: Pick<Countersign, "api" | "handler">,
  named: Parameters<Platform["api"]["tokens"]["create"]>[0]
): Promise<Platform> => {
  const api = apis.in(environment)
  const token = await api.tokens.create(named)
  const authorization = `Basic ${btoa(`${token.clientId}:${token.clientSecret}`)}`
  return {
    api,
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

/** Requests are served in process, so this address is never resolved. */
const BASE = "http://countersign.invalid/2025-10-13"
