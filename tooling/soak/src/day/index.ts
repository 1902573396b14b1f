import { startCluster } from "@countersign/bench/run/cluster"
import { collections } from "countersign/effect"
import { slopeOf } from "../heap/run.ts"
import { openStore } from "../openStore.ts"
import type { Outcome, Run } from "../report/Recorded.ts"
import { movedStore } from "./countedStore.ts"
import { type Lived, runHours, STEP } from "./run.ts"

const whole = { unit: "hours of virtual time", whole: 24 }
const says =
  "Every five minutes somebody signs in by a mailed code, refreshes, and pays; nine days without a call follow."

export const dayOnMemory: Run = {
  name: "day-memory",
  says: `On memory. ${says}`,
  ...whole,
  run: async ({ size, tell }) => outcomeOf(await runHours(await openStore(undefined), size, tell))
}

export const dayOnPostgres: Run = {
  name: "day-postgres",
  says: `On PostgreSQL. ${says}`,
  ...whole,
  run: async ({ size, tell }) => {
    const cluster = await startCluster({ fsync: "off" })
    try {
      const opened = await movedStore(await cluster.database("day"))
      const lived = await runHours(opened, size, tell)
      await opened.close()
      return outcomeOf(lived)
    } finally {
      await cluster.stop()
    }
  }
}

/** Kept for longer than the day: they grow in it by what was made, and are gone nine days later, receipts aside. */
export const KEPT_LONG: ReadonlyArray<string> = ["events", "kept_answers", "spent"]
export const RECEIPTS: ReadonlyArray<string> = ["receipts", "receipt_heads"]

/** What expires within two hours, so that there is as much of it at every hour from then on. */
export const shortLived = (): ReadonlyArray<string> =>
  collections.flatMap(({ due, expiry, name }) =>
    (expiry === undefined && due === undefined) || [...KEPT_LONG, ...RECEIPTS].includes(name) ? [] : [name]
  )

/** What is taken away once its time is over, whenever that is. */
export const expiring = (): ReadonlyArray<string> =>
  collections.flatMap(({ expiry, name }) => (expiry === undefined || RECEIPTS.includes(name) ? [] : [name]))

/** Records that a collection grows by in an hour, once what was made at the start is over. */
export const growthOf = ({ hours }: Lived, name: string): number =>
  slopeOf(hours.filter(({ hour }) => hour > 2).map(({ counts, hour }) => [hour, counts.get(name) ?? 0]))

const outcomeOf = (lived: Lived): Outcome => {
  const { after, delivered, drift, hours, late, logins, payments, unsettled } = lived
  const names = [...new Set(hours.flatMap(({ counts }) => [...counts.keys()]))].toSorted()
  return {
    figures: [
      { name: "Logins by a mailed code, and as many refreshes", value: logins, unit: "logins" },
      { name: "Payments", value: payments, unit: "payments" },
      { name: "Payments that did not end as they had to", value: unsettled, unit: "payments", goal: { exactly: 0 } },
      { name: "Webhooks taken", value: delivered, unit: "webhooks" },
      { name: "Drift of the end of a session", value: drift, unit: "ms", goal: { exactly: 0 } },
      { name: "Longest that due work waited", value: late, unit: "ms", goal: { below: STEP + 1 } },
      ...(hours.length < 4
        ? []
        : shortLived().map((name) => ({
            name: `Growth of ${name}`,
            value: growthOf(lived, name),
            unit: "records an hour",
            goal: { below: 0.1 }
          }))),
      {
        name: "Records past their end, nine days later",
        value: expiring().reduce((sum, name) => sum + (after.get(name) ?? 0), 0),
        unit: "records",
        goal: { exactly: 0 }
      }
    ],
    tables: [
      {
        title: "Records of each collection, at the end of an hour",
        head: ["Collection", ...hours.map(({ hour }) => `${hour} h`), "9 days later"],
        rows: names.map((name) => [name, ...hours.map(({ counts }) => counts.get(name) ?? 0), after.get(name) ?? 0])
      }
    ]
  }
}
