import { keys } from "@countersign/harness/world"
import { sha256Hex } from "@countersign/wire"
import type { KeyOptions } from "../src/index.ts"

const [vault, service] = [sha256Hex("another vault key"), sha256Hex("another service key")]

/** What the nodes have at each step of replacing both keys, from the old ones alone to the new ones alone. */
export const rotation: ReadonlyArray<KeyOptions> = [
  keys,
  { vault: [keys.vault, vault], service: [keys.service, service], wallets: keys.vault },
  { vault: [vault, keys.vault], service: [service, keys.service], wallets: keys.vault },
  { vault, service, wallets: keys.vault }
]
