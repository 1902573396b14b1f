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
      attack: "A sandbox magic value with a production token",
      defence: "it has no effect: production wiring imports no module that contains one",
      where: ["packages/sandbox/src/index.ts", "packages/countersign/src/productionPorts.ts"],
      notClaimed: "a sandbox whose token is given out as a production token"
    },
    {
      row: "B2",
      attack: "A caller or an environment variable that selects another mode",
      defence: "only the token selects the mode",
      where: ["packages/http/src/server/run.ts", "packages/core/src/model/Environment.ts"],
      notClaimed: "the operator's own configuration"
    },
    {
      row: "B3",
      attack: "Sandbox endpoints with a production token",
      defence: "404, as for an unknown path",
      where: ["packages/http/src/Ports.ts"],
      notClaimed: "that the paths are secret: the OpenAPI document lists them"
    },
    {
      row: "B4",
      attack: "A production code that happens to be 000000",
      defence: "it is verified like any other code",
      where: ["adapters/node-crypto/src/nodeCrypto.ts", "packages/countersign/src/productionPorts.ts"],
      notClaimed: "chance: one code in a million is 000000"
    },
    {
      row: "B5",
      attack: "A literal that an older sandbox accepted as a token",
      defence: "the server rejects it",
      where: ["packages/sandbox/src/sandboxIdentityTokens.ts"],
      notClaimed: "older versions of the sandbox"
    },
    {
      row: "B6",
      attack: "A sandbox that skips more checks than documented",
      defence: "without a magic value the sandbox replies as production does",
      where: ["packages/sandbox/src/index.ts", "packages/sandbox/src/magicValues.ts"],
      notClaimed: "real delays, real mail, real money"
    },
    {
      row: "B7",
      attack: "Payment outcomes lost by a restart, or applied twice",
      defence: "outcomes are stored as records, claimed under a lease, and applied in one commit",
      where: [
        "packages/core/src/operations/payments/settleOutcomes.ts",
        "packages/core/src/rules/payments/Transaction.ts"
      ],
      notClaimed: "the exact second at which an outcome is applied"
    },
    {
      row: "B8",
      attack: "Deposits lost when many calls fund one account concurrently",
      defence: "every deposit is added",
      where: ["packages/sandbox/src/ledger/Journal.ts", "packages/core/src/operations/internal-accounts/fund.ts"],
      notClaimed: "amounts beyond 2^53 - 1"
    }
  ]
}

const load: Table = {
  title: "Load: one caller slows down all others",
  rows: [
    {
      row: "FL1",
      attack: "A body within the limit makes the server compute for seconds or answer megabytes",
      defence:
        "the server limits the number of values, and of keys per object, before it parses a body, and the length of a list before it decodes an element; a refusal lists 32 faults and counts the rest, and no reply over 64 KiB is stored under an Idempotency-Key",
      where: [
        "packages/http/src/message/body.ts",
        "packages/core/src/model/faults.ts",
        "packages/http/src/errors/answer.ts",
        "packages/core/src/operations/answerIdempotently.ts"
      ],
      notClaimed:
        "a limit on the size of a list page: 100 records with the longest fields exceed 64 KiB; a host that raises the body limit raises the cost of each body in proportion"
    },
    {
      row: "FL2",
      attack: "A caller moves the sandbox clock without limit, or with much pending work",
      defence:
        "the clock moves at most ten years ahead; one move reads pending work a fixed number of times and writes each record once",
      where: ["packages/sandbox/src/clock/SandboxTime.ts", "packages/sandbox/src/clock/DueQueue.ts"],
      notClaimed: "response times of the webhook receivers whose deliveries become due"
    },
    {
      row: "FL3",
      attack: "Many failing webhook addresses fill the memory of the circuit breaker",
      defence: "a node stores at most 1,024 endpoints and drops the least recently used one",
      where: ["packages/core/src/operations/webhooks/deliver.ts"],
      notClaimed: "the failures of an evicted endpoint, which is tried again sooner"
    },
    {
      row: "FL4",
      attack: "Many token ids that do not exist each cost a database lookup",
      defence:
        "the secret of a token created through the API ends with a tag keyed by the service, so the server rejects an invented secret without a lookup; secrets without a tag are looked up at most 20 times a second",
      where: ["adapters/node-crypto/src/apiTokens.ts"],
      notClaimed: "lookups by a caller that has the secret of a deleted token"
    },
    {
      row: "FL5",
      attack: "A webhook endpoint at a public address of the cloud platform itself",
      defence:
        "the adapter lists the known platform addresses in public ranges and rejects them when an endpoint is set and at every delivery",
      where: ["adapters/webhooks/src/checkUrl.ts", "adapters/webhooks/src/checkUrl.ts"],
      notClaimed: "unlisted platform addresses: restrict the egress of the host as well"
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
