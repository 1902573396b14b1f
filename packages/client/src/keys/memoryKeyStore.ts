import { generateKeyPair, hiddenKeyPair } from "../keyPair.ts"
import type { KeyStore } from "./KeyStore.ts"

/** Keys as bytes in memory. Nothing outlives the process, and nothing is held for those who let go of their session. */
export const memoryKeyStore = (): KeyStore => ({
  create: async () => generateKeyPair(),
  hold: async (privateKey) => hiddenKeyPair(privateKey),
  keep: async () => {},
  recall: async () => undefined,
  drop: async () => {}
})
