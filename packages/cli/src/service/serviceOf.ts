import { recallServer, sandboxFile } from "../dev/SandboxServer.ts"
import type { Terminal } from "../Terminal.ts"

export interface ServiceOptions {
  readonly url?: string
  readonly token?: string
}

/** A service that runs, and what it is called with. */
export interface Service {
  /** With the version, without a slash at its end. */
  readonly baseUrl: string
  /** As `id:secret`. */
  readonly token: string
  /** The key that signs its bundles, of a sandbox that left word of itself. */
  readonly bundleSigner?: string
}

/**
 * The service of the options; else that of the environment; else the sandbox that runs here. The token of one is never
 * shown to another.
 */
export const serviceOf = async (
  { env }: Pick<Terminal, "env">,
  { token, url }: ServiceOptions
): Promise<Service | undefined> => {
  const named = url ?? env.COUNTERSIGN_URL
  if (named !== undefined && named !== "") {
    return { baseUrl: named.replace(/^(.*[^/])?\/*$/su, "$1"), token: token ?? env.COUNTERSIGN_TOKEN ?? "" }
  }
  const here = await recallServer(sandboxFile(env))
  if (here === undefined) return undefined
  const { baseUrl, bundleSigner, token: own } = here
  return { baseUrl, bundleSigner, token: token ?? `${own.id}:${own.secret}` }
}

/** The same for a command that cannot do without. */
export const requireService = async (terminal: Pick<Terminal, "env">, options: ServiceOptions): Promise<Service> => {
  const service = await serviceOf(terminal, options)
  if (service === undefined) {
    throw new Error(
      "No sandbox runs here. Start one in another shell: npx countersign dev, or name a service: COUNTERSIGN_URL=http://localhost:3000/2025-10-13"
    )
  }
  if (!service.token.includes(":")) {
    throw new Error("Name an API token of it: COUNTERSIGN_TOKEN=id:secret, or --token id:secret")
  }
  return service
}
