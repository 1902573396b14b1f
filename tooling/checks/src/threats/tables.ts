import { accounts } from "./rows/accounts.ts"
import { authority } from "./rows/authority.ts"
import { codes } from "./rows/codes.ts"
import { http } from "./rows/http.ts"
import { identityTokens } from "./rows/identityTokens.ts"
import { keys } from "./rows/keys.ts"
import { load } from "./rows/load.ts"
import { passkeys } from "./rows/passkeys.ts"
import { sandbox } from "./rows/sandbox.ts"
import { sessions } from "./rows/sessions.ts"
import { signedRetries } from "./rows/signedRetries.ts"
import { store } from "./rows/store.ts"
import { webhooks } from "./rows/webhooks.ts"
import type { Table } from "./Threat.ts"

/** Every threat, in the order of the page. */
export const tables: ReadonlyArray<Table> = [
  http,
  signedRetries,
  keys,
  codes,
  identityTokens,
  passkeys,
  sessions,
  accounts,
  sandbox,
  webhooks,
  store,
  authority,
  load
]
