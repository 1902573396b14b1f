import { randomBytes } from "node:crypto"
import { openStore } from "@countersign/bench/ours/start"
import { child } from "@countersign/bench/run/servers"
import { listening } from "@countersign/harness/listening"
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
  readonly mails: Map<string, { readonly times: number; readonly at: number }>
  readonly events: Map<string, { readonly times: number; readonly millis: number }>
}

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
      const { data, timestamp } = JSON.parse(Buffer.from(body).toString("utf8"))
      const about = String(Object(data).id)
      const times = (left.events.get(about)?.times ?? 0) + 1
      left.events.set(about, { times, millis: clock.now() - Date.parse(timestamp) })
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
        left.mails.set(to, { times: (left.mails.get(to)?.times ?? 0) + 1, at: Date.now() })
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
    /** Lets all leases expire, so work that was sent but not recorded as sent is sent again. */
    passLeases: () => {
      clock.ahead += 31_000
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
  const { close, store } = await openStore(database)
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
    const answered = mailed(call, address).then((mail) => ({ mail, ordered: Date.now() }))
    const [{ mail, ordered }, account] = await Promise.all([answered, confirmed(call, count)])
    return { address, ordered, about: textIn(account.body, "id"), isStray: mail !== 200 || account.status !== 201 }
  }

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
      const lateness = acts.flatMap(({ about }) => left.events.get(about)?.millis ?? [])
      const waits = acts.map(({ address, ordered }) => Math.max(1, (left.mails.get(address)?.at ?? ordered) - ordered))
      if (settings.neighbour !== "greedy") service.passLeases()
      await sleep(SETTLING)
      const hostile = (await loud?.()) ?? 0
      return {
        /** Calls of the quiet platform with another response than without a neighbor. */
        strays: acts.filter(({ isStray }) => isStray).length,
        /** The number of times that each e-mail was sent, and each event delivered. */
        mails: mails(),
        events: events(),
        /** The delay from each event's timestamp to its delivery, in milliseconds. */
        lateness,
        /** The delay from the answer that promises each code to the mailer, in milliseconds: at least the one of the clock. */
        waits,
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
