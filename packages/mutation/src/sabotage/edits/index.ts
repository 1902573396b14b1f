import type { Sabotage } from "../Sabotage.ts"
import { httpEdits } from "./http.ts"
import { signedRetriesEdits } from "./signedRetries.ts"

/** Every edit, in the order of the threats. A new file of edits is a line here. */
export const edits: ReadonlyArray<Sabotage> = [...httpEdits, ...signedRetriesEdits]
