import type { Table } from "../Threat.ts"

export const store: Table = {
  title: "The store, processes, what is seen of them",
  rows: [
    {
      row: "D1",
      attack: "Two writers, one record",
      defence: "one is written; the other decides again",
      where: ["adapters/postgres/src/commit.ts", "adapters/memory/src/commit.ts"],
      notClaimed: "stores that never passed the suite"
    },
    {
      row: "D2",
      attack: "Two decisions on one account",
      defence: "a guard of its version lets one through",
      where: ["packages/core/src/operations/customers/standingChange.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "rules over records of two accounts: there are none"
    },
    {
      row: "D3",
      attack: "The database rolled one back",
      defence: "it is done again, five times at most, then 503",
      where: ["adapters/postgres/src/failures.ts", "packages/core/src/ports/Throttle.ts"],
      notClaimed: "work of the host's own in the same database"
    },
    {
      row: "D4",
      attack: "The connection is lost in a commit",
      defence: '503: never a success, never a "not done"',
      where: ["adapters/postgres/src/failures.ts", "adapters/postgres/src/runStatement.ts"],
      notClaimed: "which outcome it was"
    },
    {
      row: "D5",
      attack: "A replica without the last rows is promoted",
      defence: "replicate synchronously, and never read this schema from a replica",
      where: ["docs/guides/operations.md", "docs/guides/production.md"],
      notClaimed: "what an asynchronous replica lost"
    },
    {
      row: "D6",
      attack: "An exhausted pool, a frozen backend",
      defence: "503 within the timeout; the connection is closed",
      where: ["adapters/postgres/src/batchQueue.ts", "adapters/postgres/src/runStatement.ts"],
      notClaimed: "answers while the database is gone"
    },
    {
      row: "D7",
      attack: "A full disk",
      defence:
        "the database refuses, which is a 503; nothing acknowledged is lost, and it goes on alone once there is space",
      where: ["adapters/postgres/src/failures.ts"],
      notClaimed: "space"
    },
    {
      row: "D8",
      attack: "Two nodes migrate at once",
      defence: "one does, both end well",
      where: ["adapters/postgres/src/migrations", "adapters/postgres/src/inspect.ts"],
      notClaimed: "going back to an older schema"
    },
    {
      row: "D9",
      attack: "A store that is not like the others",
      defence: "one suite for all of them",
      where: ["packages/testkit/src/storeSuite.ts", "adapters/memory/src/memoryStore.ts"],
      notClaimed: "stores that never passed the suite"
    },
    {
      row: "D10",
      attack: "SQL in an id, a key or a body",
      defence: "every value is a parameter",
      where: ["adapters/postgres/src/Statement.ts", "adapters/postgres/src/prepared.ts"],
      notClaimed: "statements of the host's own"
    },
    {
      row: "D11",
      attack: "A defect",
      defence: "a 500 that names an incident; the process lives",
      where: ["packages/http/src/server/route.ts", "packages/countersign/src/run.ts"],
      notClaimed: "code of the host that throws outside a call"
    },
    {
      row: "D12",
      attack: "One call's context in another",
      defence: "each call has its own; no state of a module changes",
      where: ["packages/http/src/server/run.ts"],
      notClaimed: "state that ports of the host share"
    },
    {
      row: "D13",
      attack: "A secret in a log, a trace, a metric, a record",
      defence: "a marked run finds none",
      where: ["packages/countersign/src/observed.ts", "packages/http/src/server/observe.ts"],
      notClaimed: "what the host logs of its own accord"
    },
    {
      row: "D14",
      attack: "A line break in a log",
      defence: "log lines are JSON, one a line",
      where: ["packages/countersign/src/observed.ts"],
      notClaimed: "a log handler that the host brings"
    },
    {
      row: "D15",
      attack: "Something left behind by each call",
      defence: "scopes close with their call",
      where: ["packages/http/src/server/run.ts", "packages/http/src/server/gate.ts"],
      notClaimed: "leaks of the host's framework"
    },
    {
      row: "D16",
      attack: "A client that goes away",
      defence: "its request is interrupted; committed changes remain",
      where: ["packages/http/src/node/bridge.ts", "packages/http/src/server/run.ts"],
      notClaimed: "that the caller learns what became of the call"
    },
    {
      row: "D17",
      attack: "A node that is stopped",
      defence: "answers what is under way; drops nothing it acknowledged",
      where: ["packages/http/src/server/gate.ts", "packages/countersign/src/workers.ts"],
      notClaimed: "calls that take longer than the host waits"
    },
    {
      row: "D18",
      attack: "Time zones",
      defence: "instants are milliseconds, written as UTC",
      where: ["packages/http/src/resources/fields.ts", "packages/core/src/model/Environment.ts"],
      notClaimed: "local time anywhere"
    }
  ]
}
