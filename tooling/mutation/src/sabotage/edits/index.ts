import type { Sabotage } from "../problems.ts"
import { authorityEdits } from "./authority.ts"
import { dynamicLinkingEdits } from "./dynamicLinking.ts"
import { edgeEdits } from "./edge.ts"
import { emailCodesEdits } from "./emailCodes.ts"
import { externalAccountsEdits } from "./externalAccounts.ts"
import { httpEdits } from "./http.ts"
import { identityTokensEdits } from "./identityTokens.ts"
import { keysEdits } from "./keys.ts"
import { loadEdits } from "./load.ts"
import { passkeysEdits } from "./passkeys.ts"
import { sandboxEdits } from "./sandbox.ts"
import { sandboxModeEdits } from "./sandboxMode.ts"
import { sessionRulesEdits } from "./sessionRules.ts"
import { signedRetriesEdits } from "./signedRetries.ts"
import { stampKeysEdits } from "./stampKeys.ts"
import { storeEdits } from "./store.ts"
import { webhooksEdits } from "./webhooks.ts"

/** Every edit, in the order of the threats. A new file of edits is a line here. */
export const edits: ReadonlyArray<Sabotage> = [
  ...httpEdits,
  ...signedRetriesEdits,
  ...stampKeysEdits,
  ...emailCodesEdits,
  ...identityTokensEdits,
  ...passkeysEdits,
  ...sessionRulesEdits,
  ...externalAccountsEdits,
  ...sandboxModeEdits,
  ...webhooksEdits,
  ...storeEdits,
  ...dynamicLinkingEdits,
  ...sandboxEdits,
  ...authorityEdits,
  ...edgeEdits,
  ...loadEdits,
  ...keysEdits
]
