import { quantile } from "@countersign/bench/run/figures"
import type { Outcome, Run, RunSettings } from "../report/Recorded.ts"
import { type Stage, staged } from "../staged.ts"

/** Event-loop delay of a server at half of its peak load. */
export const delay: Run = {
  name: "delay",
  says: "Finds the peak rate of signed retries of one server, then measures its event-loop delay at half of that rate.",
  unit: "seconds at half of the peak",
  fullSize: 30,
  run: ({ size, log }) => staged({ platforms: ["soak"], subjects: 512 }, (stage) => watched(stage, size, log))
}

const FLOW = "signed legs 1 and 2"

const watched = async ({ load, server }: Stage, seconds: number, log: RunSettings["log"]): Promise<Outcome> => {
  const order = { port: server.port, seed: server.seeds[0], flow: FLOW }
  const most = { ...order, millis: Math.min(4, seconds) * 1000 }
  await load.pace({ ...most, users: 16 })
  let peak = 0
  for (const users of USERS) {
    const { rate } = await load.pace({ ...most, users })
    log(`${users} users: ${rate.toFixed(0)} signed retries per second`)
    peak = Math.max(peak, rate)
  }
  await server.watch()
  const { rate, times } = await load.pace({ ...order, users: 64, perSecond: peak / 2, millis: seconds * 1000 })
  const { max, p50, p99 } = await server.delay()
  return {
    figures: [
      { name: "Peak", value: peak, unit: "signed retries per second" },
      { name: "Sustained", value: rate, unit: "signed retries per second" },
      { name: "Both legs, p50", value: quantile(times, 0.5), unit: "ms" },
      { name: "Both legs, p99", value: quantile(times, 0.99), unit: "ms" },
      { name: "Event-loop delay, p50", value: p50, unit: "ms" },
      { name: "Event-loop delay, p99", value: p99, unit: "ms", goal: { below: 30 } },
      { name: "Event-loop delay, max", value: max, unit: "ms", goal: { below: 200 } }
    ]
  }
}

/** Concurrent users. The largest value is more than a server and its database can serve at once. */
const USERS = [8, 16, 32, 64]
