import { type CountersignOptions, createCountersign } from "countersign"
import { actsOf } from "./acts.ts"
import type { Invariant, Violation } from "./invariants/Invariant.ts"
import { makeOfAnswers } from "./invariants/ofAnswers.ts"
import { ofCredentials } from "./invariants/ofCredentials.ts"
import { makeOfProofs } from "./invariants/ofProofs.ts"
import { makeOfRecords } from "./invariants/ofRecords.ts"
import { makeOfSigning } from "./invariants/ofSigning.ts"
import { makeOfWork } from "./invariants/ofWork.ts"
import { makeRecords } from "./invariants/records.ts"
import { give, quiet, realMillis } from "./scheduler/process.ts"
import { randomOf } from "./scheduler/Random.ts"
import { makeScheduler } from "./scheduler/Scheduler.ts"
import { onStep } from "./transitions.ts"
import { makeBank } from "./world/bank.ts"
import { environmentOf, environments, RP, START, tokens } from "./world/cast.ts"
import { type LinkFault, makeDatabase } from "./world/database.ts"
import { makeDevelopers } from "./world/developers.ts"
import { type Changed, makeHistory, type Stored } from "./world/History.ts"
import { makeIssuer } from "./world/issuer.ts"
import { makeMailbox } from "./world/mailbox.ts"
import { makeNature } from "./world/nature.ts"
import { type CallFault, makeNetwork } from "./world/network.ts"
import { buildIn, makeNodes } from "./world/nodes.ts"
import { makePlatform } from "./world/platform.ts"
import { receiveWebhooks } from "./world/receiver.ts"
import type { Act, Party, Simulation } from "./world/Simulation.ts"
import { makeThief } from "./world/thief.ts"
import { makeTries } from "./world/tries.ts"
import { makePerson } from "./world/user.ts"

export interface Settings {
  readonly seed: number
  readonly days: number
  readonly people: number
  readonly nodes: number
  /** How often an end user acts in a day, on average. Default: twice. */
  readonly visits?: number
  /** The folder of another build of the library, which every other node runs. */
  readonly other?: string
  /** Only these acts of the seed, by their numbers: to shrink a failing run. */
  readonly only?: ReadonlySet<number>
}

export interface Outcome {
  readonly seed: number
  readonly digest: string
  readonly violations: ReadonlyArray<Violation>
  readonly seen: Readonly<Record<string, number>>
  readonly acts: ReadonlyArray<Act>
  readonly lines: ReadonlyArray<string>
  readonly realMillis: number
}

const DAY = 86_400_000

/** Runs a seed to its end, or to its first violation. */
export const simulate = async (settings: Settings): Promise<Outcome> => {
  const began = realMillis()
  const [random, chances] = [randomOf(settings.seed), randomOf(settings.seed ^ 0x5bd1e995)]
  const scheduler = makeScheduler(random, START, quiet)
  give(scheduler, randomOf(settings.seed + 1))
  // The first instance of a process loads the sandbox from the disk, which takes no simulated time.
  const builds =
    settings.other === undefined ? [{ createCountersign }] : [{ createCountersign }, buildIn(settings.other)]
  for (const build of builds) await build.createCountersign({ logs: "none", workers: "none" }).close(0)
  const history = makeHistory()
  const seen: Record<string, number> = {}
  const count = (what: string) => {
    seen[what] = (seen[what] ?? 0) + 1
  }
  onStep((transition) => count(`transition: ${transition}`))
  const violations: Array<Violation> = []
  const { commit, lose, records, sweep } = makeRecords()
  const invariants: ReadonlyArray<Invariant> = [
    ...ofCredentials,
    ...makeOfSigning(),
    ...makeOfProofs(),
    ...makeOfRecords(),
    ...makeOfAnswers(),
    ...makeOfWork()
  ]
  const found = (invariant: Invariant, says: string | undefined) => {
    if (says !== undefined) violations.push({ invariant: invariant.name, says, at: scheduler.now() })
  }
  history.listen((happening) => {
    for (const invariant of invariants) found(invariant, invariant.on?.(happening, records))
  })

  const database = makeDatabase(scheduler, random, {
    standbys: 1,
    lag: 400,
    link: () => {
      const lost = chances.oneIn(200) ? chances.pick(LINK_FAULTS) : "none"
      if (lost !== "none") count(`fault: between node and database: ${lost}`)
      return lost
    },
    onCommit: (changes, node) => {
      const at = database.now()
      const changed = changes.map((change): Changed => {
        const { collection, environment, id, op } = change
        const before = records.get(collection.name, environment, id)
        const after: Stored | undefined =
          op === "remove" ? undefined : { collection: collection.name, environment, id, body: Object(change.body), at }
        return { op, collection: collection.name, environment, id, before, after }
      })
      commit(at, changed)
      history.add({ kind: "commit", at: scheduler.now(), node: node.name, changes: changed })
      for (const invariant of invariants) found(invariant, invariant.onCommit?.(changed, records, at))
    },
    onSweep: (swept, at) => {
      for (const name of swept) sweep(name, at)
    },
    onLost: (since) => {
      lose(since)
      for (const invariant of invariants) invariant.onLost?.(since)
    }
  })
  const { mailbox, mailer, setUp: setMail } = makeMailbox(scheduler, random, history)
  const receiver = receiveWebhooks(scheduler, random, history)
  const issuer = makeIssuer(scheduler, random)
  const bank = makeBank(scheduler, random, history, () => network)
  const options: CountersignOptions = {
    tokens,
    // Few enough that a flood fills them.
    policy: { callsInProgress: 40 },
    signatureHeader: { name: "Service-Wallet-Signature", aliases: ["Wallet-Signature"] },
    mailer,
    paymentRails: bank.rails,
    production: { passkeys: { rpIds: [RP.id], origins: [RP.origin] }, oidc: issuer.oidc },
    externalAccounts: {
      verify: async ({ account }) => {
        const number = String(account.accountNumber)
        if (number.endsWith("777")) throw new Error("the verifier does not answer")
        return { standing: number.endsWith("888") ? "DOUBTED" : "CONFIRMED" }
      }
    },
    sandbox: { passkeys: { rpIds: [RP.id], origins: [RP.origin] } }
  }
  const nodes = await makeNodes(scheduler, database, options, {
    count: settings.nodes,
    other: builds.at(-1)
  })
  const network = makeNetwork(scheduler, random, {
    nodes: nodes.all,
    fault: (): CallFault => {
      const fault = chances.oneIn(60) ? chances.pick(CALL_FAULTS) : "none"
      if (fault !== "none") count(`fault: a request is ${fault}`)
      return fault
    },
    onServed: (call) => {
      const environment = environmentOf(call.headers)
      count(
        `${call.method} ${call.path.replace(/^\/2025-10-13|\?.*$/gu, "").replace(/\/\w+:[\w-]{36}/gu, "/:id")} ${call.status}`
      )
      // The anchor in `docs` is the name of the refusal, which several have the code and the reason of.
      const refused = call.status < 400 ? null : /"code":"(\w+)".*"docs":"[^"#]*#(\w+)"/u.exec(call.answer)
      if (refused !== null) count(`refusal: ${refused[1]} ${refused[2]}`.toLowerCase())
      history.add({ kind: "call", at: scheduler.now(), call: { ...call, environment } })
    }
  })
  const [first] = nodes.all()
  if (first === undefined) throw new Error("simulation: a service has a node")
  const hosted: Simulation["hosted"] = (by, { mode, platformId }, run) =>
    new Promise((resolve, reject) => {
      const { api, owner } = by.pick(nodes.all())
      const isRefusal = (error: unknown) => error instanceof Error && error.name === "CountersignError"
      scheduler.after(by.between(1, 50), owner, () => {
        run(api.in({ platformId, mode })).then(
          () => resolve(),
          (error: unknown) => (isRefusal(error) ? resolve() : reject(error))
        )
      })
    })
  const simulation: Simulation = {
    scheduler,
    network,
    history,
    mailbox,
    issuer,
    hosted,
    bundleSigner: first.bundleSigner
  }

  const [alpha] = environments
  if (alpha === undefined) throw new Error("simulation: users live somewhere")
  const people = Array.from({ length: settings.people }, (_, nth) =>
    makePerson(simulation, environments[nth % environments.length] ?? alpha, nth)
  )
  const fault = (what: string) => {
    count(`fault: ${what}`)
    history.add({ kind: "fault", at: scheduler.now(), what })
  }
  const nature = makeNature(scheduler, { bank, database, issuer, nodes, receiver, setMail, fault, history })
  const parties: ReadonlyMap<string, Party> = new Map<string, Party>([
    ...people.map((person): [string, Party] => [person.owner.name, person]),
    ...environments.flatMap(
      (home): ReadonlyArray<[string, Party]> => [
        [`thief in ${home.key}`, makeThief(simulation, home, people)],
        [`thief with a plan in ${home.key}`, makeTries(simulation, home, people)],
        [`platform ${home.key}`, makePlatform(simulation, home, people)]
      ]
    ),
    ["nature", nature],
    ...makeDevelopers(simulation)
  ])
  const acts = actsOf(randomOf(settings.seed + 2), parties, settings)
  for (const [nth, act] of acts.entries()) {
    const party = parties.get(act.who)
    if (party === undefined || (settings.only !== undefined && !settings.only.has(nth))) continue
    scheduler.after(act.at, party.owner, () => {
      count(`act: ${act.who.replace(/ .*/u, "")} ${act.does}`)
      history.add({ kind: "note", at: scheduler.now(), who: act.who, what: act.does })
      void party.acts[act.does]?.(randomOf(act.seed)).catch((error: unknown) => {
        const name = error instanceof Error ? error.name : String(error)
        count(`ends with ${name}`)
        history.add({ kind: "note", at: scheduler.now(), who: act.who, what: `${act.does}: ${name}` })
        if (!NAMED.has(name))
          violations.push({ invariant: "client", says: `${act.does}: ${String(error)}`, at: scheduler.now() })
      })
    })
  }
  await scheduler.runUntil(START + (settings.days + 1) * DAY, () => violations.length > 0)
  if (violations.length === 0)
    for (const invariant of invariants) found(invariant, invariant.atEnd?.(records, database.now()))
  return {
    seed: settings.seed,
    digest: history.digest(),
    violations,
    seen,
    acts,
    lines: history.lines,
    realMillis: realMillis() - began
  }
}

const LINK_FAULTS: ReadonlyArray<LinkFault> = ["lost", "answer lost"]
const CALL_FAULTS: ReadonlyArray<CallFault> = ["lost", "answer lost", "sent twice", "altered"]

/** Errors by which the client says what happened. All others are faults of it. */
const NAMED = new Set([
  ...["CountersignError", "NetworkError", "CodeNotEnteredError", "NotAllowedError", "QuoteNotSignedError"],
  ...["Error", "TypeError"]
])
