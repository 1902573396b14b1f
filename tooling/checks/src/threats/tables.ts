import { accounts } from "./rows/accounts.ts"
import { authority } from "./rows/authority.ts"
import { codes } from "./rows/codes.ts"
import { http } from "./rows/http.ts"
import { identityTokens } from "./rows/identityTokens.ts"
import { keys } from "./rows/keys.ts"

import { passkeys } from "./rows/passkeys.ts"

import { sessions } from "./rows/sessions.ts"
import { signedRetries } from "./rows/signedRetries.ts"
import { store } from "./rows/store.ts"
import { webhooks } from "./rows/webhooks.ts"
import type { Table } from "./Threat.ts"

const sandbox: Table = {
  title: "The sandbox",
  rows: [
    {
      row: "B1",
      attack: "A magic value with a production token",
      defence: "means nothing: production wiring reaches no module that knows one",
      where: ["packages/sandbox/src/index.ts", "packages/countersign/src/productionPorts.ts"],
      notClaimed: "a sandbox whose token is handed out as if it were production's"
    },
    {
      row: "B2",
      attack: "A caller, or a variable, that names another mode",
      defence: "the token alone says the mode",
      where: ["packages/http/src/server/run.ts", "packages/core/src/model/Environment.ts"],
      notClaimed: "the owner's own configuration"
    },
    {
      row: "B3",
      attack: "Calls of the sandbox with a production token",
      defence: "404, as for an unknown path",
      where: ["packages/http/src/Ports.ts"],
      notClaimed: "that the paths are secret: the document lists them"
    },
    {
      row: "B4",
      attack: "A production code that happens to be 000000",
      defence: "a code like any other",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "packages/countersign/src/productionPorts.ts"],
      notClaimed: "luck: one code in a million is 000000"
    },
    {
      row: "B5",
      attack: "A literal that an older sandbox took for a token",
      defence: "refused",
      where: ["packages/sandbox/src/sandboxIdentityTokens.ts"],
      notClaimed: "sandboxes of older versions"
    },
    {
      row: "B6",
      attack: "A sandbox that skips more than it says",
      defence: "without a magic value it answers as production does",
      where: ["packages/sandbox/src/index.ts", "packages/sandbox/src/magicValues.ts"],
      notClaimed: "real delays, real mail, real money"
    },
    {
      row: "B7",
      attack: "Outcomes lost by a restart, or brought about twice",
      defence: "orders in the store, taken under a lease, settled in one commit",
      where: [
        "packages/core/src/operations/payments/settleOutcomes.ts",
        "packages/core/src/rules/payments/Transaction.ts"
      ],
      notClaimed: "the second at which an outcome comes"
    },
    {
      row: "B8",
      attack: "Sums lost where many fund one account at once",
      defence: "every one counts",
      where: ["packages/sandbox/src/ledger/Journal.ts", "packages/core/src/operations/internal-accounts/fund.ts"],
      notClaimed: "amounts beyond 2^53 - 1"
    }
  ]
}

const load: Table = {
  title: "Load: one caller costs all others",
  rows: [
    {
      row: "FL1",
      attack: "A body within the limit makes the server compute for seconds or answer megabytes",
      defence:
        "A body is refused by its values, and by the keys of one object, before it is parsed. A list is refused by its length before an element is decoded. A refusal lists 32 faults and counts the rest, and no answer over 64 KiB is stored under an Idempotency-Key",
      where: [
        "packages/http/src/message/body.ts",
        "packages/core/src/model/faults.ts",
        "packages/http/src/errors/answer.ts",
        "packages/core/src/operations/answerIdempotently.ts"
      ],
      notClaimed:
        "A bound on what a page of a list may hold: 100 records of the longest fields are more than 64 KiB. A host that raises the limit of a body raises the cost of each in proportion."
    },
    {
      row: "FL2",
      attack: "A caller moves the sandbox clock without end, or with much waiting work",
      defence:
        "the clock moves at most ten years ahead; a move reads what waits a fixed number of times and writes each record once",
      where: ["packages/sandbox/src/clock/SandboxTime.ts", "packages/sandbox/src/clock/DueQueue.ts"],
      notClaimed: "how long the receivers of the webhooks take that come due on the way"
    },
    {
      row: "FL3",
      attack: "Many failing webhook addresses fill the memory of the circuit breaker",
      defence: "a node stores at most 1,024 endpoints and drops the least recently used one",
      where: ["packages/core/src/operations/webhooks/deliver.ts"],
      notClaimed: "the failures of an endpoint that was dropped: it is tried again sooner"
    },
    {
      row: "FL4",
      attack: "Many token ids that do not exist each cost a database lookup",
      defence:
        "the secret of a token that was created by a call ends with a tag by a key of the service: a made-up secret is refused without a lookup; secrets without a tag are looked up 20 times a second at most",
      where: ["adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "the lookups of a caller that has the secret of a deleted token"
    },
    {
      row: "FL5",
      attack: "A webhook endpoint at a public address that belongs to the cloud platform itself",
      defence:
        "the known platform addresses in public ranges are listed, and refused when an endpoint is set and at every send",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "platform addresses that are not listed: restrict the egress of the host as well"
    }
  ]
}

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
