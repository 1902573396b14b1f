import { child } from "@countersign/bench/run/child"
import { built } from "../built.ts"
import { openStore } from "../openStore.ts"
import { caller, confirmed, mailed, textIn } from "./calls.ts"
import { openService } from "./service.ts"

/** How long one round makes mails and events, one of each every so many milliseconds, and beside whom. */
export interface RoundSettings {
  readonly millis: number
  readonly every: number
  readonly isBeside: boolean
}

/** What became of what one round made in production of the quiet platform. */
export interface Round {
  /** Calls of the quiet platform that were answered otherwise than they are alone. */
  readonly strays: number
  /** How often each mail was sent, and each event delivered. */
  readonly mails: ReadonlyArray<number>
  readonly events: ReadonlyArray<number>
  /** From each event's own time to its delivery, in milliseconds. */
  readonly lateness: ReadonlyArray<number>
  /** Calls that the hostile neighbour made meanwhile. */
  readonly hostile: number
}

/** One service with a platform that calls as ever in production, and another that may be hostile in its sandbox. */
export const openNeighbours = async (seed: number, database?: string) => {
  const { close, store } = await openStore(database)
  const service = await openService(store)
  const { left } = service
  const { call, close: hangUp } = caller(service.port, "quiet-production", 8)
  await call("PATCH", "/config", { webhookEndpoint: "https://quiet.example.com/hooks" })
  let nth = 0

  const made = async (settings: RoundSettings) => {
    const acts: Array<ReturnType<typeof one>> = []
    for (const until = Date.now() + settings.millis; Date.now() < until; ) {
      nth += 1
      acts.push(one(nth))
      await sleep(settings.every)
    }
    return Promise.all(acts)
  }
  const one = async (count: number) => {
    const address = `quiet-${count}@example.com`
    const [mail, account] = await Promise.all([mailed(call, address), confirmed(call, count)])
    return { address, about: textIn(account.body, "id"), isStray: mail !== 200 || account.status !== 201 }
  }

  return {
    round: async (settings: RoundSettings): Promise<Round> => {
      const loud = settings.isBeside ? await hostileTo(service.port, seed + nth) : undefined
      const acts = await made(settings)
      const mails = () => acts.map(({ address }) => left.mails.get(address) ?? 0)
      const events = () => acts.map(({ about }) => left.events.get(about)?.times ?? 0)
      await until(() => [...mails(), ...events()].every((times) => times > 0))
      const lateness = acts.flatMap(({ about }) => left.events.get(about)?.millis ?? [])
      service.passLeases()
      await sleep(SETTLING)
      const hostile = (await loud?.()) ?? 0
      const strays = acts.filter(({ isStray }) => isStray).length
      return { strays, mails: mails(), events: events(), lateness, hostile }
    },
    close: async () => {
      hangUp()
      await service.close()
      await close()
    }
  }
}

/** Long enough for several rounds of the workers. */
const SETTLING = 1000

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits for it, for a minute at the most: what is missing then is reported as lost. */
const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = Date.now() + 60_000; !isSo() && Date.now() < end; ) await sleep(20)
}

/** Starts the neighbour; returns a function that stops it and returns how many calls it made. */
const hostileTo = async (port: number, seed: number) => {
  const { ask, next, stop } = child(built("neighbour/hostile.js"), [String(port), String(seed)])
  await next()
  return async (): Promise<number> => {
    const calls = Number(await ask("calls"))
    await stop()
    return calls
  }
}
