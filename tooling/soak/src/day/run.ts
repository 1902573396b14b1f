import { PLATFORM } from "@countersign/bench/seed/Seed"
import type { Environment } from "countersign/effect"
import type { OpenedStore } from "../openStore.ts"
import { callerOf } from "./caller.ts"
import { countedStore } from "./countedStore.ts"
import { newPayer, pay, statusOf } from "./money.ts"
import type { MovedStore } from "./movedStore.ts"
import { overdue } from "./overdue.ts"
import { askForCode, logIn, newPerson, refresh } from "./people.ts"
import { LOOPS, SANDBOX, SESSION_LIFETIME, startService } from "./service.ts"
import { virtualClock } from "./virtualClock.ts"

/** The records of every collection at an hour of the run. */
export interface Hour {
  readonly hour: number
  readonly counts: ReadonlyMap<string, number>
}

/** What so many hours came to. */
export interface Lived {
  readonly hours: ReadonlyArray<Hour>
  /** The same, long after the last call. */
  readonly after: ReadonlyMap<string, number>
  readonly logins: number
  readonly payments: number
  /** Payments that are not what they had to become. */
  readonly unsettled: number
  readonly delivered: number
  /** The furthest that the end of a session was from where the clock says it has to be, in milliseconds. */
  readonly drift: number
  /** The longest that due work was seen to wait, in milliseconds. */
  readonly late: number
}

/** How far the clock moves at once: a worker that sleeps shorter than that wakes once in it. */
export const STEP = 5000
const TICK = 300_000
const HOUR = 3_600_000
const PEOPLE = 6
/** Longer than events are kept, and whatever else has an end but for receipts. */
const AFTER = 9 * 24

/** Lives so many hours: every five minutes somebody signs in by a mailed code, refreshes, and pays. */
export const runHours = async (
  opened: OpenedStore & Partial<MovedStore>,
  hours: number,
  tell: (line: string) => void = () => {}
): Promise<Lived> => {
  const time = virtualClock(Date.now())
  const { onTime = async () => {} } = opened
  await onTime(time.now())
  const counted = countedStore(opened.store)
  const service = await startService(counted.store, time)
  const [live, sandbox] = [callerOf(service, PLATFORM), callerOf(service, SANDBOX)]
  const move = async (by: number) => {
    await onTime(time.now() + by)
    time.move(by)
    while (time.asleep() < LOOPS || counted.taken() > 0) await new Promise((resolve) => setTimeout(resolve))
  }
  const pass = async (millis: number, step = STEP) => {
    for (let left = millis; left > 0; left -= step) await move(Math.min(step, left))
  }
  await sandbox(200, "PATCH", "/config", { webhookEndpoint: "https://hooks.example.com/" })
  const people = []
  for (let nth = 0; nth < PEOPLE; nth += 1) people.push(await newPerson(live, `person-${nth}@example.com`))
  const payer = await newPayer(sandbox)
  const [table, payments] = [Array.of<Hour>(), Array.of<string>()]
  let [logins, drift, late] = [0, 0, 0]
  for (let tick = 0; tick * TICK < hours * HOUR; tick += 1) {
    const person = people[tick % PEOPLE]
    if (person === undefined) throw new Error("there is nobody")
    const bundle = await askForCode(live, person)
    payments.push(await pay(sandbox, payer))
    await pass(STEP)
    const code = service.letter(person.email)
    if (code === undefined) throw new Error("a letter did not come")
    const session = await logIn(live, person, bundle, code)
    logins += 1
    drift = Math.max(drift, Math.abs(Date.parse(session.field("expiresAt")) - time.now() - SESSION_LIFETIME))
    await refresh(live, person, session.field("id"))
    await pass(TICK - STEP)
    if (((tick + 1) * TICK) % HOUR !== 0) continue
    late = Math.max(late, await overdue(opened.store, ENVIRONMENTS, time.now()))
    const hour = ((tick + 1) * TICK) / HOUR
    table.push({ hour, counts: counted.counts() })
    tell(`hour ${hour}: ${[...counted.counts()].map(([name, count]) => `${name} ${count}`).join(", ")}`)
  }
  const statuses = await Promise.all(payments.map((id) => statusOf(sandbox, id)))
  await pass(AFTER * HOUR, 6 * HOUR)
  await service.close()
  return {
    ...{ hours: table, after: counted.counts(), logins, drift, late, delivered: service.delivered() },
    payments: payments.length,
    unsettled: statuses.filter((status) => status !== "FAILED").length
  }
}

const ENVIRONMENTS: ReadonlyArray<Environment> = (["production", "sandbox"] as const).map((mode) => ({
  platformId: PLATFORM.platformId,
  mode
}))
