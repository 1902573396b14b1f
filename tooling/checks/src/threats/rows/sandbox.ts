import type { Table } from "../Threat.ts"

export const sandbox: Table = {
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
      where: ["packages/http/src/server/authenticate.ts", "packages/core/src/model/Environment.ts"],
      notClaimed: "the owner's own configuration"
    },
    {
      row: "B3",
      attack: "Calls of the sandbox with a production token",
      defence: "404, as of a path that is none",
      where: ["packages/http/src/Ports.ts"],
      notClaimed: "that the paths are secret: the document lists them"
    },
    {
      row: "B4",
      attack: "A production code that happens to be 000000",
      defence: "a code like any other",
      where: ["adapters/node-crypto/src/nodeSecrets.ts", "packages/countersign/src/productionPorts.ts"],
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
      where: ["packages/sandbox/src/index.ts", "packages/sandbox/src/sandboxStampAuthority.ts"],
      notClaimed: "real delays, real mail, real money"
    },
    {
      row: "B7",
      attack: "Outcomes lost by a restart, or brought about twice",
      defence: "orders in the store, taken under a lease, settled in one commit",
      where: ["packages/core/src/operations/payments/settleOutcomes.ts", "packages/core/src/payments/outcomeOrders.ts"],
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
