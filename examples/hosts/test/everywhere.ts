import { type Countersign, createCountersign } from "countersign"
import type { Host } from "../src/index.ts"

/** One service, mounted in every host under /wallet. */
export interface Everywhere {
  readonly countersign: Countersign
  /** The value of the Authorization header. */
  readonly authorization: string
  readonly originOf: (host: string) => string
  readonly close: () => Promise<void>
}

/** Mounts a service with a fixed clock in each host. */
export const everywhere = async (hosts: ReadonlyArray<Host>): Promise<Everywhere> => {
  const countersign = createCountersign({ now: () => Date.parse("2026-03-01T12:00:00.000Z") })
  const { id, secret } = countersign.sandboxToken ?? { id: "", secret: "" }
  const listening = new Map<string, Awaited<ReturnType<Host["listen"]>>>()
  for (const { listen, name } of hosts) {
    const mount = { handler: countersign.handler, prefix: "/wallet", parser: "none", isProxied: false } as const
    listening.set(name, await listen(mount))
  }
  return {
    countersign,
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
    originOf: (host) => listening.get(host)?.origin ?? "",
    close: async () => {
      for (const { close } of listening.values()) await close()
      await countersign.close()
    }
  }
}
