import type { Changed } from "../world/History.ts"
import { type Invariant, ofKind } from "./Invariant.ts"

interface Mail {
  readonly environment: string
  readonly id: string
  readonly at: number
  readonly expiresAt: number
  /** How many mails of other environments were sent while this one waits. */
  passed: number
}

/** Invariants of queues and shares, and those of liveness: what must happen in the end. */
export const makeOfWork = (): ReadonlyArray<Invariant> => {
  /** Queued code mails by their issue, and the times at which the mail server went down and up. */
  const waiting = new Map<string, Mail>()
  const late: Array<Mail> = []
  const turns: Array<{ readonly at: number; readonly isUp: boolean }> = []
  let lostAt = 0
  const calls = new Map<string, Array<number>>()
  const ordered = new Map<string, number>()

  /** How long the mail server was down within a time. */
  const downWithin = (from: number, to: number): number => {
    let [down, since] = [0, Number.NaN]
    for (const { at, isUp } of [...turns, { at: to, isUp: true }]) {
      if (!isUp && Number.isNaN(since)) since = at
      if (isUp && !Number.isNaN(since)) {
        down += Math.max(0, Math.min(at, to) - Math.max(since, from))
        since = Number.NaN
      }
    }
    return down
  }
  const queue = (changes: ReadonlyArray<Changed>, at: number) => {
    for (const { after, before, environment, id } of ofKind(changes, "code_mails")) {
      const [old, now] = [before?.body.issueId, after?.body.issueId]
      // Its code was replaced or void, or it was sent, or it has expired.
      if (old !== now) {
        const left = waiting.get(String(old))
        if (left !== undefined && at >= left.expiresAt) late.push(left)
        waiting.delete(String(old))
      }
      if (now === undefined || waiting.has(String(now)) || sent.has(String(now))) continue
      waiting.set(String(now), { environment, id, at, expiresAt: Number(after?.body.expiresAt), passed: 0 })
    }
  }
  const sent = new Set<string>()

  return [
    {
      name: "I19",
      says: "a commit is of one environment, and a queued mail leaves its queue when it was sent, replaced or expired",
      onCommit: (changes, records, at) => {
        const homes = new Set(changes.map(({ environment }) => environment))
        // A new platform begins with its first token.
        if (homes.size > 1 && ofKind(changes, "platforms").length === 0)
          return `one commit changes ${[...homes].join(" and ")}`
        return ofKind(changes, "code_mails").flatMap(({ after, before, environment, id }) => {
          if (after !== undefined || before === undefined || !environment.startsWith("production")) return []
          const { expiresAt, issueId } = before.body
          const otp = records.get("email_otps", environment, id)
          const isPending = Object(otp?.body.issue).issueId === issueId && otp?.body._tag === "Issued"
          return isPending && !sent.has(String(issueId)) && Number(expiresAt) > at + SKEW
            ? [`the mail of ${id} leaves its queue unsent`]
            : []
        })[0]
      },
      on: (happening) => {
        if (happening.kind !== "call") return undefined
        const { environment, path, status } = happening.call
        const own = (calls.get(environment) ?? []).filter((one) => one > happening.at - LIMIT_WINDOW)
        calls.set(environment, [...own, happening.at])
        return status === 429 && own.length < FEW
          ? `${path} is refused for a limit after ${own.length} calls of ${environment}`
          : undefined
      }
    },
    {
      name: "I23",
      says: "no mail waits for a minute while mails of other environments pass it",
      on: (happening) => {
        if (happening.kind !== "mail") return undefined
        const { environment } = JSON.parse(happening.text)
        const own = `${environment?.mode}/${environment?.platformId}`
        for (const mail of waiting.values()) {
          if (mail.environment === own || !mail.environment.startsWith("production")) continue
          mail.passed += 1
          if (mail.passed > PASSED && happening.at > mail.at + 60_000 && downWithin(mail.at, happening.at) === 0)
            return `${mail.id} of ${mail.environment} waits while ${mail.passed} mails of others are sent`
        }
        return undefined
      }
    },
    {
      name: "L1",
      says: "a mailed code arrives within its life if the mail server is up half of the time",
      onCommit: (changes, _, at) => {
        queue(changes, at)
        return undefined
      },
      on: (happening) => {
        if (happening.kind === "fault" && happening.what.startsWith("the mail server "))
          turns.push({ at: happening.at, isUp: !happening.what.endsWith("refuses") })
        if (happening.kind !== "mail") return undefined
        const { id } = JSON.parse(happening.text)
        sent.add(String(id))
        waiting.delete(String(id))
        return undefined
      },
      onLost: (since) => {
        lostAt = since
        waiting.clear()
      },
      atEnd: (_, at) => {
        const all = [...late, ...[...waiting.values()].filter(({ expiresAt }) => expiresAt < at)]
        const lost = all.find(
          ({ at: from, environment, expiresAt }) =>
            environment.startsWith("production") &&
            Math.abs(from - lostAt) > 3_600_000 &&
            downWithin(from, expiresAt) * 2 <= expiresAt - from
        )
        return lost && `the code of ${lost.id} was not mailed from ${lost.at} to ${lost.expiresAt}`
      }
    },
    {
      name: "L2",
      says: "a payment ends once the bank has spoken",
      on: (happening) => {
        if (happening.kind === "order") ordered.set(happening.id, happening.at)
        return undefined
      },
      atEnd: (records, at) => {
        const open = records
          .all("transactions")
          .find(
            ({ body, id }) =>
              body.money === "transit" &&
              (Number(body.updatedAt) < at - LONGEST_PAYMENT || (ordered.get(id) ?? at) < at - LONGEST_PAYMENT)
          )
        return open && `${open.id} of ${open.environment} is ${open.body.status} long after its order`
      }
    },
    {
      name: "L3",
      says: "every event arrives once its receiver is up for long enough",
      atEnd: (records, at) => {
        const open = records
          .all("events")
          .find(
            ({ body }) =>
              body.status !== "DELIVERED" &&
              body.lastFault !== "NO_ENDPOINT" &&
              !SENT_ONCE.has(String(body.type)) &&
              Number(body.at) < at - LONGEST_DELIVERY
          )
        return open && `${open.id} of ${open.environment} is ${open.body.status} after ${open.body.attempts} attempts`
      }
    }
  ]
}

/** How far the clock of a node may be ahead. */
const SKEW = 4000
/** The window in which a limit can have been used up, locks by wrong codes included, and the calls that use up none. */
const LIMIT_WINDOW = 2_400_000
const FEW = 3
const PASSED = 30
/** The bank settles within ten hours, and repeats each report until a node answers. */
const LONGEST_PAYMENT = 14 * 3_600_000
/** An hour without receivers, and half an hour between two attempts. */
const LONGEST_DELIVERY = 6 * 3_600_000
/** A test is one attempt, and so is the call that has a payment approved. */
const SENT_ONCE = new Set(["TEST", "INCOMING_PAYMENT.PENDING"])
