import { randomBytes } from "node:crypto"
import { openStore } from "@countersign/bench/ours/start"
import { child } from "@countersign/bench/run/servers"
import { listening } from "@countersign/harness/listening"
import { expireLeases } from "@countersign/harness/tables"
import { nodeBridge } from "@countersign/http/node"
import { type CountersignOptions, Store, secretDigest, type TokenOptions } from "countersign/effect"
import { Effect, Layer } from "effect"
import { built } from "../built.ts"
import { wired } from "../wired.ts"
import { caller, confirmed, mailed, textIn } from "./calls.ts"

/** Three platforms, each with a token for both modes. The secret of a token is its id. */
const tokens: ReadonlyArray<TokenOptions> = ["quiet", "loud", "flood"].flatMap((platformId) =>
  (["sandbox", "production"] as const).map((mode) => ({
    id: `${platformId}-${mode}`,
    secretSha256: secretDigest(`${platformId}-${mode}`),
    platformId,
    mode
  }))
)

/** Counts of what production sent: e-mails by address, and events by account. */
interface Left {
  readonly mails: Map<string, Sent>
  readonly events: Map<string, Sent>
}

interface Sent {
  readonly times: number
  readonly at: number
}

const countIn = (sent: Map<string, Sent>, what: string): void =>
  void sent.set(what, { times: (sent.get(what)?.times ?? 0) + 1, at: performance.now() })

/** A service for both platforms on one store. E-mails and events are counted instead of sent. */
const openService = async (store: Store["Service"]) => {
  const left: Left = { mails: new Map(), events: new Map() }
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  let refusals = 0
  const send: Parameters<typeof wired>[1] = ({ body, mode, url }) => {
    if (url.includes("never.example")) return Effect.never
    // The receiver of the hostile platform is slow, and refuses every second delivery.
    if (mode === "sandbox") return Effect.as(Effect.sleep("10 millis"), refusals++ % 2 === 0 ? 503 : 200)
    return Effect.sync(() => {
      countIn(left.events, textIn(JSON.parse(Buffer.from(body).toString("utf8")).data, "id"))
      return 200
    })
  }
  const options: CountersignOptions = {
    tokens,
    keys: { vault: randomBytes(32).toString("hex"), service: randomBytes(32).toString("hex") },
    store: Layer.succeed(Store, store),
    logs: "none",
    now: clock.now,
    mailer: {
      sendCode: async ({ to }) => {
        countIn(left.mails, to)
        if (to.startsWith("flood")) await sleep(10)
      }
    },
    // Lanes and turns are measured, without the budget that would end the flood.
    policy: { codesPerEnvironment: { capacity: 1_000_000, refillEvery: 1 } },
    externalAccounts: { verify: async () => ({ standing: "CONFIRMED" }) }
  }
  const { close, web } = await wired(options, send)
  const server = await listening(nodeBridge(web))
  return {
    left,
    /** Moves the time by which leases in memory expire. */
    advance: (millis: number) => {
      clock.ahead += millis
    },
    port: server.port,
    close: async () => {
      await server.close()
      await close()
    }
  }
}

/** The duration of a round, the interval at which it makes an e-mail and an event, and its neighbor. */
interface RoundSettings {
  readonly millis: number
  readonly every: number
  readonly isBeside: boolean
  /** The neighbor uses every fault of its sandbox, or all that it can get of the slots for due work. */
  readonly neighbour?: "hostile" | "greedy"
}

/** A service with a quiet platform in production, and a platform that may be hostile in its sandbox. */
export const openNeighbours = async (seed: number, database?: string) => {
  const { close, pool, store } = await openStore(database)
  const service = await openService(store)
  const { left } = service
  const { call, close: hangUp } = caller(service.port, "quiet-production", 8)
  await call("PATCH", "/config", { webhookEndpoint: "https://quiet.example.com/hooks" })
  let nth = 0

  const made = async (settings: RoundSettings) => {
    const acts: Array<ReturnType<typeof one>> = []
    for (const until = Date.now() + settings.millis; Date.now() < until || acts.length < LEAST; ) {
      nth += 1
      acts.push(one(nth))
      await sleep(settings.every)
    }
    return Promise.all(acts)
  }
  const one = async (count: number) => {
    const address = `quiet-${count}@example.com`
    const timed = async <A>(answer: Promise<A>) => [await answer, performance.now()] as const
    const [[mail, mailAt], [account, eventAt]] = await Promise.all([
      timed(mailed(call, address)),
      timed(confirmed(call, count))
    ])
    const isStray = mail !== 200 || account.status !== 201
    return { address, mailAt, about: textIn(account.body, "id"), eventAt, isStray }
  }
  /** Lets all leases expire, so work that was sent but not recorded as sent is sent again. */
  const passLeases = () => (pool ? expireLeases(pool) : service.advance(31_000))
  const delayOf = (sent: Sent | undefined, since: number) => Math.max(NOTICED, (sent?.at ?? since) - since)

  return {
    /** The production results of the quiet platform in one round. */
    round: async (settings: RoundSettings) => {
      const loud = settings.isBeside
        ? await hostileTo(service.port, seed + nth, settings.neighbour ?? "hostile")
        : undefined
      const acts = await made(settings)
      const mails = () => acts.map(({ address }) => left.mails.get(address)?.times ?? 0)
      const events = () => acts.map(({ about }) => left.events.get(about)?.times ?? 0)
      await until(() => [...mails(), ...events()].every((times) => times > 0))
      await sleep(SETTLING)
      if (settings.neighbour !== "greedy") await passLeases()
      await sleep(SETTLING)
      const hostile = (await loud?.()) ?? 0
      return {
        /** Calls of the quiet platform with another response than without a neighbor. */
        strays: acts.filter(({ isStray }) => isStray).length,
        /** The number of times that each e-mail was sent, and each event delivered. */
        mails: mails(),
        events: events(),
        /** The delay from the answer of a call to the delivery of its event, in milliseconds, and to the mailer for its code. */
        lateness: acts.map(({ about, eventAt }) => delayOf(left.events.get(about), eventAt)),
        waits: acts.map(({ address, mailAt }) => delayOf(left.mails.get(address), mailAt)),
        /** Calls of the hostile neighbor in the same time. */
        hostile
      }
    },
    close: async () => {
      hangUp()
      await service.close()
      await close()
    }
  }
}

export type Round = Awaited<ReturnType<Awaited<ReturnType<typeof openNeighbours>>["round"]>>

/** Milliseconds. Shorter delays, which are those of the event loop and not of due work, count as this many. */
const NOTICED = 25

/** Milliseconds. Long enough for several passes of the workers. */
const SETTLING = 1000

/** Acts of the quiet platform, also on a machine too slow for them in the time of a round. */
const LEAST = 10

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits for a condition for up to a minute. Anything still missing then is reported as lost. */
const until = async (isSo: () => boolean): Promise<void> => {
  for (const end = Date.now() + 60_000; !isSo() && Date.now() < end; ) await sleep(20)
}

/** Starts the neighbor. Returns a function that stops it and returns the number of its calls. */
const hostileTo = async (port: number, seed: number, what: "hostile" | "greedy") => {
  const { ask, next, stop } = child(built(`neighbour/${what}.js`), [String(port), String(seed)])
  await next()
  return async (): Promise<number> => {
    const calls = Number(await ask("calls"))
    await stop()
    return calls
  }
}
