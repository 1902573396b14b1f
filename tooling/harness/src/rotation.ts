import { sha256Hex } from "@countersign/wire"
import type { KeyOptions } from "countersign"
import { keys } from "./world.ts"

const [vault, service] = [sha256Hex("another vault key"), sha256Hex("another service key")]

/** The keys of the nodes at each step of replacing both keys, from only the old ones to only the new ones. */
export const rotation: ReadonlyArray<KeyOptions> = [
  keys,
  { vault: [keys.vault, vault], service: [keys.service, service], wallets: keys.vault },
  { vault: [vault, keys.vault], service: [service, keys.service], wallets: keys.vault },
  { vault, service, wallets: keys.vault }
]
