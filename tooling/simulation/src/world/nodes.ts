import { createRequire } from "node:module"
import { join } from "node:path"
import { keys, tokenOptions } from "@countersign/harness/world"
import { type Countersign, type CountersignOptions, createCountersign } from "countersign"
import { quiet } from "../scheduler/process.ts"
import { type Actor, actor, type Scheduler } from "../scheduler/Scheduler.ts"
import type { Database, StoreErrors } from "./database.ts"
import type { Serving } from "./network.ts"
import { makePages } from "./pages.ts"

/** A build of the library, with the errors that its store reports. */
interface Build {
  readonly createCountersign: typeof createCountersign
  readonly errors?: StoreErrors
}

/** The library of another checkout, which is compiled and beside this one on the disk, as during an upgrade. */
export const buildIn = (folder: string): Build => {
  const load = createRequire(join(folder, "packages/countersign/dist/index.js"))
  return { createCountersign: load("./index.js").createCountersign, errors: load("./effect.js") }
}

/** The nodes of a service: real instances, workers included, on one database. Every other one is of the other build. */
export const makeNodes = async (
  scheduler: Scheduler,
  database: Database,
  options: CountersignOptions,
  { count, other = { createCountersign } }: { readonly count: number; readonly other?: Build | undefined }
) => {
  let made = 0
  const next = (ahead = 0): Actor => {
    made += 1
    return actor(`node ${made}`, ahead)
  }
  const start = (owner: Actor, own: CountersignOptions = {}): Serving & Pick<Countersign, "api" | "bundleSigner"> => {
    // During an upgrade, every other node is of the next version.
    const isOther = /[02468]$/u.test(owner.name)
    const build: Build = isOther ? other : { createCountersign }
    const { api, bundleSigner, forVisitor, serve } = build.createCountersign({
      tokens: tokenOptions,
      keys,
      logs: "none",
      store: database.layer(owner, isOther, build.errors),
      ...options,
      ...own,
      now: () => scheduler.now() + owner.ahead
    })
    return { owner, serve, api, bundleSigner, pages: makePages({ api, forVisitor }) }
  }
  /** A balancer probes a node until it is ready. The first ready node stores the fingerprints of the keys. */
  const probed = (node: ReturnType<typeof start>): typeof node => {
    const request = { method: "GET", target: "/health/ready", headers: HOST, body: async () => NOTHING }
    scheduler.after(PROBE, node.owner, async () => {
      const { status } = await node.serve({ ...request, onDisconnect: () => () => {} })
      if (status !== 200) probed(node)
    })
    return node
  }
  const all: Array<ReturnType<typeof start>> = []
  for (let nth = 0; nth < count; nth += 1) {
    all.push(probed(start(next())))
    await quiet()
  }
  return {
    all: () => all,
    /** A node with options of its own works for a while. It serves no calls. */
    visit: (millis: number, own: CountersignOptions): void => {
      const owner = next()
      // As the process of the node, so that its timers end with it.
      scheduler.after(1, owner, () => void start(owner, own))
      scheduler.after(millis, owner, () => {
        owner.isGone = true
      })
    },
    /** A process ends at once, and another one starts in its place. */
    restart: (at: number): void => {
      const old = all[at]
      if (old === undefined) return
      const owner = next(old.owner.ahead)
      old.owner.isGone = true
      scheduler.after(1, owner, () => {
        all[at] = probed(start(owner))
      })
    }
  }
}

const HOST = { host: "api.example" }
const NOTHING = new Uint8Array()
/** In milliseconds. */
const PROBE = 1000
