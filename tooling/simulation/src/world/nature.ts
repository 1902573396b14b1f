import { keys } from "@countersign/harness/world"
import { sha256Hex } from "@countersign/wire"
import type { CountersignOptions } from "countersign"
import type { Scheduler } from "../scheduler/Scheduler.ts"
import type { makeBank } from "./bank.ts"
import { tokens } from "./cast.ts"
import type { Database } from "./database.ts"
import type { History } from "./History.ts"
import type { Issuer } from "./issuer.ts"
import type { makeNodes } from "./nodes.ts"
import type { receiveWebhooks } from "./receiver.ts"
import type { Party } from "./Simulation.ts"

/** The faults of machines, networks and people who operate them: each is an act of `nature`. */
export const makeNature = (
  scheduler: Scheduler,
  parts: {
    readonly bank: ReturnType<typeof makeBank>
    readonly database: Database
    readonly issuer: Issuer
    readonly nodes: Awaited<ReturnType<typeof makeNodes>>
    readonly receiver: ReturnType<typeof receiveWebhooks>
    readonly setMail: (up: boolean) => void
    readonly fault: (what: string) => void
    readonly history: History
  }
): Party => {
  const { bank, database, fault, history, issuer, nodes, receiver, setMail } = parts
  /** A node does no work that it is not equipped for. The balancer sends it nothing. */
  const unequipped = (what: string, more: Partial<CountersignOptions>): CountersignOptions => {
    const does = (work: string) => async () => {
      const attack = { invariant: "I26", what: `${what} ${work}`, isSuccessful: true } as const
      history.add({ kind: "attack", at: scheduler.now(), ...attack })
    }
    return { ...more, mailer: { sendCode: does("mails a code"), sendNotice: does("mails a notice") } }
  }
  return {
    owner: bank.owner,
    acts: {
      "restarts a node": async (by) => {
        nodes.restart(by.upTo(nodes.all().length - 1))
        fault("a node ends at once and another starts")
      },
      "freezes a node": async (by) => {
        const node = by.pick(nodes.all())
        node.owner.frozenUntil = scheduler.now() + by.between(1000, 90_000)
        fault("a node freezes")
      },
      "moves the clock of a node": async (by) => {
        by.pick(nodes.all()).owner.ahead = by.between(-1500, 1500)
        fault("the clock of a node jumps")
      },
      "moves the clock of the database": async (by) => {
        database.owner.ahead += by.between(0, 500)
        fault("the clock of the database jumps")
      },
      "cuts the database off": async (by) => {
        database.down(by.between(200, 20_000))
        fault("the database does not answer")
      },
      "fails over to a standby": async (by) => {
        if (database.failOver(by.between(200, 5000))) fault("a standby takes over")
      },
      "stops the mail server": async (by) => {
        setMail(false)
        scheduler.after(by.between(10_000, 240_000), bank.owner, () => {
          setMail(true)
          history.add({ kind: "fault", at: scheduler.now(), what: "the mail server answers again" })
        })
        fault("the mail server refuses")
      },
      "stops the receivers": async (by) => {
        receiver.setUp(false)
        scheduler.after(by.between(60_000, 3_600_000), bank.owner, () => receiver.setUp(true))
        fault("the receivers are down")
      },
      "changes the key of the issuer": async () => {
        issuer.rotate()
        fault("the issuer changes its key")
      },
      "stops the issuer": async (by) => {
        issuer.setFault(by.pick(["late", "refuses"]))
        scheduler.after(by.between(10_000, 21_600_000), bank.owner, () => issuer.setFault())
        fault("the issuer does not answer")
      },
      "starts a node with another key": async (by) => {
        const vault = sha256Hex(`of another service ${by.upTo(9)}`)
        nodes.visit(by.between(60_000, 600_000), unequipped("a node with another key", { keys: { ...keys, vault } }))
        fault("a node has another key")
      },
      "starts a node of the sandbox": async (by) => {
        const own = tokens?.filter(({ mode }) => mode === "sandbox") ?? []
        nodes.visit(by.between(60_000, 600_000), unequipped("a node of the sandbox", { tokens: own }))
        fault("a node serves the sandbox alone")
      }
    }
  }
}
