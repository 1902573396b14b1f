import type { Table } from "../Threat.ts"

export const store: Table = {
  title: "The store, processes and observability",
  rows: [
    {
      row: "D1",
      attack: "Two concurrent writers of one record",
      defence: "one writes; the other detects the version conflict, reloads and decides again",
      where: ["adapters/postgres/src/commit.ts", "adapters/memory/src/commit.ts"],
      notClaimed: "stores that have not passed the conformance suite"
    },
    {
      row: "D2",
      attack: "Two concurrent decisions on one account",
      defence: "a guard on the version of the account lets one commit",
      where: ["packages/core/src/operations/customers/standingChange.ts", "adapters/postgres/src/commit.ts"],
      notClaimed: "rules over records of two accounts, which do not exist"
    },
    {
      row: "D3",
      attack: "The database rolls a transaction back",
      defence: "the store repeats it up to five times, then the server returns 503",
      where: ["adapters/postgres/src/failures.ts", "packages/core/src/ports/Throttle.ts"],
      notClaimed: "the host's own statements in the same database"
    },
    {
      row: "D4",
      attack: "The connection is lost during a commit",
      defence: "the server returns 503 and reports neither success nor failure",
      where: ["adapters/postgres/src/failures.ts", "adapters/postgres/src/runStatement.ts"],
      notClaimed: "which of the two outcomes occurred"
    },
    {
      row: "D5",
      attack: "Promotion of a replica that lacks the last rows",
      defence: "operators must replicate synchronously and never read this schema from a replica",
      where: ["docs/guides/operations.md", "docs/guides/production.md"],
      notClaimed: "rows that an asynchronous replica lost"
    },
    {
      row: "D6",
      attack: "An exhausted pool, or a database process that hangs",
      defence: "the server returns 503 within the timeout and closes the connection",
      where: ["adapters/postgres/src/batchQueue.ts", "adapters/postgres/src/runStatement.ts"],
      notClaimed: "service while the database is unavailable"
    },
    {
      row: "D7",
      attack: "A full disk",
      defence:
        "the database rejects the write, and the server returns 503; acknowledged data is not lost, and service resumes when space is available",
      where: ["adapters/postgres/src/failures.ts"],
      notClaimed: "disk space"
    },
    {
      row: "D8",
      attack: "Two nodes migrate at once",
      defence: "one migrates, and both succeed",
      where: ["adapters/postgres/src/migrations", "adapters/postgres/src/inspect.ts"],
      notClaimed: "downgrading to an older schema"
    },
    {
      row: "D9",
      attack: "A store that behaves differently from the others",
      defence: "all stores pass one conformance suite",
      where: ["packages/testkit/src/storeSuite.ts", "adapters/memory/src/memoryStore.ts"],
      notClaimed: "stores that have not passed the conformance suite"
    },
    {
      row: "D10",
      attack: "SQL in an id, a key or a body",
      defence: "every value is a parameter",
      where: ["adapters/postgres/src/Statement.ts", "adapters/postgres/src/prepared.ts"],
      notClaimed: "the host's own statements"
    },
    {
      row: "D11",
      attack: "A defect in the code",
      defence: "the server returns a 500 with an incident id, and the process continues",
      where: ["packages/http/src/server/route.ts", "packages/countersign/src/run.ts"],
      notClaimed: "host code that throws outside a call"
    },
    {
      row: "D12",
      attack: "The context of one call visible in another",
      defence: "each call has its own context; modules have no mutable state",
      where: ["packages/http/src/server/run.ts"],
      notClaimed: "state that the host's own ports share"
    },
    {
      row: "D13",
      attack: "A secret in a log, a trace, a metric or a record",
      defence: "a test marks every secret and finds none of them in any output",
      where: ["packages/countersign/src/observed.ts", "packages/http/src/server/observe.ts"],
      notClaimed: "the host's own logs"
    },
    {
      row: "D14",
      attack: "A line break in a log",
      defence: "log lines are JSON, one per line",
      where: ["packages/countersign/src/observed.ts"],
      notClaimed: "a log handler that the host provides"
    },
    {
      row: "D15",
      attack: "A resource that leaks with each call",
      defence: "each call closes its scope when it ends",
      where: ["packages/http/src/server/run.ts", "packages/http/src/server/gate.ts"],
      notClaimed: "leaks in the host's framework"
    },
    {
      row: "D16",
      attack: "A client that disconnects",
      defence: "the server interrupts its request; committed changes remain",
      where: ["packages/http/src/node/bridge.ts", "packages/http/src/server/run.ts"],
      notClaimed: "that the client learns the outcome of the call"
    },
    {
      row: "D17",
      attack: "A node that is stopped",
      defence: "the node completes calls in flight and loses no acknowledged data",
      where: ["packages/http/src/server/gate.ts", "packages/countersign/src/workers.ts"],
      notClaimed: "calls that take longer than the host waits"
    },
    {
      row: "D18",
      attack: "Time zones",
      defence: "instants are stored in milliseconds and printed in UTC",
      where: ["packages/http/src/resources/fields.ts", "packages/core/src/model/Environment.ts"],
      notClaimed: "local time"
    }
  ]
}
