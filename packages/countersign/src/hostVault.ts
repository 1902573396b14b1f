import { Layer } from "@countersign/core/effect"
import { type Store, Vault } from "@countersign/core/internal"
import { kmsVault, nodeVault, type VaultOptions } from "@countersign/node-crypto"
import { unlessMade } from "./ConfigurationFinding.ts"
import type { KeyRing } from "./keyRing.ts"
import type { CountersignOptions } from "./options.ts"
import type { Shape } from "./portTable.ts"

/** The vault of a node: over the key management service of the host, or of its own keys. */
export const hostVault = (options: VaultOptions | undefined, { vault }: Pick<KeyRing, "vault">) => {
  const layer: Layer.Layer<Vault, never, Store> = options === undefined ? nodeVault(vault) : kmsVault(options, vault)
  return Layer.provide(Vault.inEnvironments, layer)
}

export const vaultShape: Shape = (value) => {
  const { cache = {}, kms } = Object(value)
  const { decrypt, encrypt, generateDataKey = encrypt, keyId } = Object(kms)
  if (typeof keyId !== "string") return "have a kms with a keyId, the name of its key"
  if (![encrypt, decrypt, generateDataKey].every((each) => typeof each === "function")) {
    return "have a kms with the functions encrypt and decrypt"
  }
  return typeof cache === "object" && cache !== null ? undefined : "have a cache that is an object"
}

export const vaultFindings = ({ vault }: CountersignOptions) =>
  vault === undefined ? [] : unlessMade("vault", () => kmsVault(vault, new Uint8Array(32)))
