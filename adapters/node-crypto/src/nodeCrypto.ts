import { Layer } from "effect"
import { nodeSeals } from "./nodeSeals.ts"
import { nodeSecrets } from "./nodeSecrets.ts"
import { nodeSignatures } from "./nodeSignatures.ts"

/** The ports of cryptography that need no key of the host's: signatures, seals and chance. */
export const nodeCrypto = Layer.mergeAll(nodeSignatures, nodeSeals, nodeSecrets)
