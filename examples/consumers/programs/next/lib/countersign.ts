import { type Countersign, createCountersign, secretDigest } from "countersign"

/**
 * The one instance of the process. Next bundles the routes and the proxy separately, and each bundle would create its
 * own. It is created by the first call, because `next build` loads the routes too.
 */
export const countersign = (): Countersign => {
  const { SECRET = "", SERVICE_KEY = "", VAULT_KEY = "" } = process.env
  shared.countersign ??= createCountersign({
    tokens: [{ id: "app", secretSha256: secretDigest(SECRET), platformId: "acme", mode: "sandbox" }],
    keys: { vault: VAULT_KEY, service: SERVICE_KEY }
  })
  return shared.countersign
}

const shared: typeof globalThis & { countersign?: Countersign } = globalThis
