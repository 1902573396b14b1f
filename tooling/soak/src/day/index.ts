import { openStore } from "@countersign/bench/ours/start"
import { collections } from "countersign/effect"
import { slopeOf } from "../heap/run.ts"
import { onBothStores } from "../onBothStores.ts"
import type { Outcome } from "../report/Recorded.ts"
import { movedStore } from "./countedStore.ts"
import { type Lived, runHours, STEP } from "./run.ts"

const says =
  "Every five minutes a user signs in by e-mailed code, refreshes, and pays. Nine days without a call follow."

export const days = onBothStores(
  "day",
  { memory: `In memory. ${says}`, postgres: `On PostgreSQL. ${says}` },
  {
    unit: "hours of virtual time",
    fullSize: 24,
    settings: { fsync: "off" },
    run: async ({ size, log }, database) => {
      const opened = database === undefined ? await openStore(undefined) : await movedStore(await database("day"))
      const lived = await runHours(opened, size, log)
      await opened.close()
      return outcomeOf(lived)
    }
  }
)

/** Collections with a retention of more than a day. They grow all day and are empty nine days later. */
export const KEPT_LONG: ReadonlyArray<string> = ["events", "kept_answers", "spent"]
export const RECEIPTS: ReadonlyArray<string> = ["activities", "receipts", "receipt_heads"]
/** Only the payment of an unpaid quote expires, and the code of a recovery. Counters of a day expire after 90 days. */
const KEPT: ReadonlyArray<string> = ["daily_counts", "email_otps", "transactions", ...RECEIPTS]

/** Collections whose records expire within two hours, so their size is constant from the second hour on. */
export const shortLived = (): ReadonlyArray<string> =>
  collections.flatMap(({ due, expiry, name }) =>
    (expiry === undefined && due === undefined) || [...KEPT_LONG, ...KEPT].includes(name) ? [] : [name]
  )

/** Collections whose records are removed after their expiry. */
export const expiring = (): ReadonlyArray<string> =>
  collections.flatMap(({ expiry, name }) => (expiry === undefined || KEPT.includes(name) ? [] : [name]))

/** Hourly growth of a collection in records, after the records of the start have expired. */
export const growthOf = ({ hours }: Lived, name: string): number =>
  slopeOf(hours.filter(({ hour }) => hour > 2).map(({ counts, hour }) => [hour, counts.get(name) ?? 0]))

const outcomeOf = (lived: Lived): Outcome => {
  const { after, delivered, drift, hours, late, logins, payments, unsettled } = lived
  const names = [...new Set(hours.flatMap(({ counts }) => [...counts.keys()]))].toSorted()
  return {
    figures: [
      { name: "Logins by e-mailed code, and as many refreshes", value: logins, unit: "logins" },
      { name: "Payments", value: payments, unit: "payments" },
      { name: "Payments with an unexpected final status", value: unsettled, unit: "payments", goal: { exactly: 0 } },
      { name: "Webhooks taken", value: delivered, unit: "webhooks" },
      { name: "Drift of the expiry of a session", value: drift, unit: "ms", goal: { exactly: 0 } },
      { name: "Longest delay of due work", value: late, unit: "ms", goal: { below: STEP + 1 } },
      {
        name: `Largest growth of the ${shortLived().length} collections of short-lived records`,
        value: Math.max(...shortLived().map((name) => (hours.length < 4 ? 0 : growthOf(lived, name)))),
        unit: "records per hour",
        goal: { below: 0.1 }
      },
      {
        name: "Expired records, nine days later",
        value: expiring().reduce((sum, name) => sum + (after.get(name) ?? 0), 0),
        unit: "records",
        goal: { exactly: 0 }
      }
    ],
    tables: [
      {
        title: "Records of each collection that grows or shrinks, at the end of an hour",
        head: ["Collection", ...hours.map(({ hour }) => `${hour} h`), "9 days later"],
        rows: names.map((name) => [name, ...hours.map(({ counts }) => counts.get(name) ?? 0), after.get(name) ?? 0])
      }
    ]
  }
}
