import { startCluster } from "@countersign/bench/run/cluster"
import type { Outcome, Run } from "../report/Recorded.ts"
import { type Raced, runRaces } from "./run.ts"

const whole = { unit: "racing calls", fullSize: 1_000_000 }

/** Races on one memory store, with two services in one process. */
export const racesOnMemory: Run = {
  name: "races-memory",
  says: "2 to 256 calls race for each request id, over two services on one store in memory.",
  ...whole,
  run: async ({ seed, size, log }) => outcomeOf(await runRaces({ calls: size, seed, log: log }))
}

/** Races on one database, with two services in a process each. */
export const racesOnPostgres: Run = {
  name: "races-postgres",
  says: "2 to 256 calls race for each request id, over two processes on one PostgreSQL.",
  ...whole,
  run: async ({ seed, size, log }) => {
    const cluster = await startCluster()
    try {
      return outcomeOf(await runRaces({ calls: size, seed, log: log, database: cluster.database }))
    } finally {
      await cluster.stop()
    }
  }
}

const outcomeOf = ({ calls, doubles, ids, losses, others, strays, wins }: Raced): Outcome => ({
  figures: [
    { name: "Racing calls", value: calls, unit: "calls" },
    { name: "Request ids", value: ids, unit: "ids" },
    { name: "Won by the node that started first", value: wins[0] / ids, unit: "of the ids" },
    { name: "Double successes (R2, I1)", value: doubles, unit: "ids", goal: { exactly: 0 } },
    { name: "Ids without a success", value: losses, unit: "ids", goal: { exactly: 0 } },
    { name: "Deviations from one effect per id", value: strays, unit: "writes", goal: { exactly: 0 } },
    {
      name: "Responses other than a success or the 401 of a used id",
      value: [...others.values()].reduce((sum, count) => sum + count, 0),
      unit: "answers",
      goal: { exactly: 0 }
    }
  ],
  tables: others.size === 0 ? [] : [{ title: "Those answers", head: ["Answer", "How often"], rows: [...others] }]
})
