import type { Flow } from "../flows/Flow.ts"
import { seedOf } from "../flows/Flow.ts"
import { loadOf } from "../load/slice.ts"
import type { KindName, Written } from "../server/ServerSpec.ts"
import type { Cluster } from "./cluster.ts"
import { inTurn } from "./figures.ts"
import { kindsOf, type Plan } from "./plan.ts"
import { type Server, startServer } from "./servers.ts"

/** A flow with a number of users on a server. */
export interface Cell {
  readonly kind: KindName
  readonly flow: string
  readonly users: number
}

/** The cost of a request of a cell: microseconds of CPU, and statements. */
export interface Costs {
  /** Of all threads of the server. */
  readonly cpu: number
  /** Of its threads beside the main one. `NaN` where the system does not report it, as below. */
  readonly others: number
  readonly postgres: number
  readonly statements: number
}

/** One cell in one round. */
export interface Sample extends Cell, Costs {
  readonly round: number
  /** Runs of the flow per second. */
  readonly rate: number
  /** Median duration of a run, in milliseconds. */
  readonly p50: number
}

/** The writes of one run of a flow, with the work that it leaves to workers. */
export type Writes = Cell & Written

/** Where the CPU of the main thread goes, as shares by layer. */
export type Budget = Cell & { readonly parts: Readonly<Record<string, number>> }

/** The first requests of processes that served none before. */
export type First = Cell & Costs & { readonly requests: number }

export interface Ran {
  readonly samples: ReadonlyArray<Sample>
  readonly writes: ReadonlyArray<Writes>
  readonly budgets: ReadonlyArray<Budget>
  readonly firsts: ReadonlyArray<First>
}

export interface Stage {
  readonly cluster: Cluster
  /** Flags of the servers' Node. */
  readonly flags: ReadonlyArray<string>
}

/** Starts the servers side by side, warms up every cell, and runs all cells in turn. */
export const runCells = async (stage: Stage, plan: Plan): Promise<Ran> => {
  const servers: Array<Server> = []
  try {
    for (const kind of new Set(plan.flows.flatMap(kindsOf))) servers.push(await started(stage, plan, kind))
    const sides = await sidesOf(servers, plan)
    const { firsts, writes } = await warmed(stage, sides, plan)
    const budgets = await profiled(sides, plan)
    const sampled = async (side: Side, round: number): Promise<Sample> => {
      const { costs, done } = await costing(stage, side, () => side.load.slice(plan.slice / 4, plan.slice))
      return { ...cellOf(side), round, rate: done.rate, p50: done.p50, ...costs }
    }
    return { firsts, writes, budgets, samples: (await inTurn(sides, plan, sampled)).flat() }
  } finally {
    for (const { stop } of servers) await stop()
  }
}

const started = async ({ cluster, flags }: Stage, { subjects }: Plan, kind: KindName): Promise<Server> => {
  const database = await cluster.database(kind.replace("-", "_"))
  const spec = { kind, mount: "express", store: "postgres", database, subjects } as const
  if (kind !== "ours") return startServer(spec, flags)
  // A process that wrote the records has compiled half of the code of a call. The measured one begins cold, as a host's does.
  const writer = await startServer(spec)
  await writer.stop()
  return startServer({ ...spec, known: seedOf(writer.target).subjects }, flags)
}

interface Side {
  readonly flow: Flow
  readonly users: number
  readonly server: Server
  readonly load: Awaited<ReturnType<typeof loadOf>>
}

const cellOf = ({ flow, server, users }: Side): Cell => ({ kind: server.kind, flow: flow.name, users })

const sidesOf = async (servers: ReadonlyArray<Server>, { flows, users }: Plan): Promise<ReadonlyArray<Side>> => {
  const sides: Array<Side> = []
  for (const flow of flows) {
    for (const count of users) {
      for (const server of servers.filter(({ kind }) => kindsOf(flow).includes(kind))) {
        sides.push({ flow, users: count, server, load: await loadOf(flow, server.target, count) })
      }
    }
  }
  return sides
}

/** The costs of a request among those that `act` makes. */
const costing = async <A extends { readonly runs: number }>(
  { cluster }: Stage,
  { flow, server }: Side,
  act: () => Promise<A>
) => {
  const used = async () => ({ ...(await server.usage()), postgres: await cluster.cpu() })
  const before = await used()
  const done = await act()
  const after = await used()
  const each = (resource: keyof Costs) => (after[resource] - before[resource]) / done.runs / flow.requests
  const [cpu, others, postgres] = [each("cpu"), each("others"), each("postgres")]
  return { done, costs: { cpu, others, postgres, statements: each("statements") } }
}

/**
 * Warms up each flow on each server by the same number of requests. The first thousand of the first flow are those of a
 * fresh process. The writes of a flow are counted until the next turn of its server, when its workers have finished.
 */
const warmed = async (stage: Stage, sides: ReadonlyArray<Side>, { users, warm }: Plan) => {
  const count = Math.ceil(warm / users.length)
  const firsts: Array<First> = []
  const turns: Array<{ readonly side: Side; readonly from: Written; readonly runs: number }> = []
  for (const side of sides) {
    const from = await side.server.written()
    const isFirst = side.flow === sides[0]?.flow && side.users === sides[0].users
    const requests = isFirst ? Math.min(1000, count) : 0
    const { costs, done } = await costing(stage, side, () => side.load.warm(requests))
    if (isFirst) firsts.push({ ...cellOf(side), requests, ...costs })
    const { runs } = await side.load.warm(count - requests)
    turns.push({ side, from, runs: done.runs + runs })
  }
  const last = new Map<Server, Written>()
  for (const { side } of turns) if (!last.has(side.server)) last.set(side.server, await side.server.written())
  const writes: Array<Writes> = []
  for (const { from, runs, side } of turns.reverse()) {
    const to = last.get(side.server) ?? from
    last.set(side.server, from)
    writes.unshift({ ...cellOf(side), rows: (to.rows - from.rows) / runs, wal: (to.wal - from.wal) / runs })
  }
  return { firsts, writes }
}

/** Profiles the flows on the floor and on ours with the lowest number of users. */
const profiled = async (sides: ReadonlyArray<Side>, { slice, users }: Plan) => {
  const budgets: Array<Budget> = []
  for (const side of sides.filter(({ server, ...side }) => side.users === users[0] && server.kind !== "better-auth")) {
    budgets.push({ ...cellOf(side), parts: await side.server.profiled(() => side.load.slice(0, slice * 2)) })
  }
  return budgets
}
