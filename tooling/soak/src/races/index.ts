import { onBothStores } from "../onBothStores.ts"
import type { Outcome } from "../report/Recorded.ts"
import { type Raced, runRaces } from "./run.ts"

const says = "2 to 256 calls race for each request id, over two"

export const races = onBothStores(
  "races",
  { memory: `${says} services on one store in memory.`, postgres: `${says} processes on one PostgreSQL.` },
  {
    unit: "racing calls",
    fullSize: 1_000_000,
    run: async ({ seed, size, log }, database) => outcomeOf(await runRaces({ calls: size, seed, log, database }))
  }
)

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
