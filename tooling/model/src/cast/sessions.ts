import { invariants } from "../invariants/invariants.ts"
import { keys } from "./cast.ts"
import { operations, prepared } from "./operations.ts"
import { ids, records } from "./records.ts"
import type { Scene } from "./Scene.ts"

/** Account A signs with the sessions of two credentials, and an operator suspends. */
export const sessions: Scene = {
  name: "sessions",
  records,
  keys: new Map([
    [ids.S1, keys.S1.publicKey],
    [ids.S2, keys.S2.publicKey],
    [ids.S3, keys.S3.publicKey]
  ]),
  prepared,
  operations,
  signers: [keys.S1, keys.S2, keys.S3, keys.opened],
  invariants
}
