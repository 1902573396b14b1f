import { Layer } from "@countersign/core/effect"
import { type Store, Vault } from "@countersign/core/internal"
import { kmsVault, nodeVault, type VaultOptions } from "@countersign/node-crypto"
import { unlessMade } from "./ConfigurationFinding.ts"
import type { KeyRing } from "./keyRing.ts"
import type { CountersignOptions } from "./options.ts"

/** The vault of a node: over the key management service of the host, or of its own keys. */
export const hostVault = (options: VaultOptions | undefined, { vault }: Pick<KeyRing, "vault">) => {
  const layer: Layer.Layer<Vault, never, Store> = options === undefined ? nodeVault(vault) : kmsVault(options, vault)
  return Layer.provide(Vault.inEnvironments, layer)
}

export const vaultFindings = ({ vault }: CountersignOptions) =>
  vault === undefined ? [] : unlessMade("vault", () => kmsVault(vault, new Uint8Array(32)))
