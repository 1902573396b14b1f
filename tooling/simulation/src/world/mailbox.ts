import type { CountersignOptions } from "countersign"
import type { Random } from "../scheduler/Random.ts"
import { type Actor, actor, type Scheduler } from "../scheduler/Scheduler.ts"
import type { History } from "./History.ts"
import type { Mailbox } from "./Simulation.ts"

/** All mailboxes, and a mail server that is slow, refuses, or loses its answer. A code comes to those who wait for one. */
export const makeMailbox = (scheduler: Scheduler, random: Random, history: History) => {
  const server: Actor = actor("mail server")
  const waiting = new Map<string, Array<(code: string) => void>>()
  const notices: Array<Mailbox["notices"][number]> = []
  let isUp = true
  const sent = (deliver: () => void) =>
    new Promise<void>((resolve, reject) => {
      const node = scheduler.current()
      scheduler.after(random.between(20, 2000), server, () => {
        if (!isUp) return void scheduler.after(5, node, () => reject(new Error("the mail server refuses")))
        deliver()
        const isLost = random.oneIn(40)
        scheduler.after(5, node, () => (isLost ? reject(new Error("no answer")) : resolve()))
      })
    })
  const mailer: CountersignOptions["mailer"] = {
    sendCode: (mail) =>
      sent(() => {
        history.add({ kind: "mail", at: scheduler.now(), to: mail.to, mode: "production", text: JSON.stringify(mail) })
        for (const take of waiting.get(mail.to)?.splice(0) ?? []) take(mail.code)
      }),
    sendNotice: (mail) =>
      sent(() => {
        history.add({ kind: "mail", at: scheduler.now(), to: mail.to, mode: "production", text: JSON.stringify(mail) })
        notices.push({ to: mail.to, cancelToken: mail.cancelToken, undoToken: mail.undo?.token })
      })
  }
  const mailbox: Mailbox = {
    next: (address) =>
      new Promise((resolve, reject) => {
        const all = waiting.get(address) ?? []
        waiting.set(address, all)
        const reader = scheduler.current()
        const late = scheduler.after(PATIENCE, reader, () => reject(new Error("no code came")))
        all.push((code) => {
          late.isCancelled = true
          // People read, and type.
          scheduler.after(random.between(4000, 40_000), reader, () => resolve(code))
        })
      }),
    notices
  }
  return {
    mailer,
    mailbox,
    setUp: (up: boolean): void => {
      isUp = up
    }
  }
}

/** Longer than the life of a code. */
const PATIENCE = 11 * 60_000
