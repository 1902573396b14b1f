import type { Countersign } from "countersign"
import type { Random } from "../scheduler/Random.ts"
import type { Actor, Scheduler } from "../scheduler/Scheduler.ts"
import type { Home } from "./cast.ts"
import type { History } from "./History.ts"
import type { Issuer } from "./issuer.ts"
import type { makeNetwork } from "./network.ts"

/** The parts of a run that its parties use. */
export interface Simulation {
  readonly scheduler: Scheduler
  readonly network: ReturnType<typeof makeNetwork>
  readonly history: History
  readonly mailbox: Mailbox
  readonly issuer: Issuer
  readonly bundleSigner: Countersign["bundleSigner"]
  /** Calls the library in the process of a node, as the platform's own code does. A refusal of it is no error. */
  readonly hosted: (
    random: Random,
    home: Home,
    run: (own: ReturnType<Countersign["api"]["in"]>) => Promise<unknown>
  ) => Promise<void>
}

/** The mails of all people, and those who wait for one. */
export interface Mailbox {
  /** The next code that is mailed to an address for a login, within its life. */
  readonly next: (address: string) => Promise<string>
  readonly notices: ReadonlyArray<{ to: string; cancelToken: string | undefined; undoToken: string | undefined }>
}

/** One act of a party at a time, which a seed has chosen. A story is a list of them. */
export interface Act {
  readonly at: number
  readonly who: string
  readonly does: string
  readonly seed: number
}

/** A party plays its acts: `does` is one of its names. Rejections are the party's own affair, unless they are unnamed. */
export interface Party {
  readonly owner: Actor
  readonly acts: Readonly<Record<string, (random: Random) => Promise<void>>>
}
