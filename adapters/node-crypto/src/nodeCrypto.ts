import { Layer } from "@countersign/core/effect"
import { nodeSeals } from "./nodeSeals.ts"
import { nodeSecrets, nodeSignatures } from "./nodeSignatures.ts"

/** The cryptographic ports that need no key of the host: signatures, seals and secrets. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)
