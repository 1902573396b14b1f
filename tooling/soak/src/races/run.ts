import { createHash } from "node:crypto"
import type { Race, Tally } from "./nodeOf.ts"
import { openTrack, type Track } from "./track.ts"

/** Shuffles items deterministically for a seed. */
const shuffled = <A>(all: ReadonlyArray<A>, seed: number): ReadonlyArray<A> =>
  all
    .map((one, at) => ({ one, rank: createHash("sha256").update(`${seed} ${at}`).digest("hex") }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ one }) => one)

/** The results of races, to which each race adds its own. */
export interface Raced {
  ids: number
  calls: number
  /** Ids with more than one success, and ids without a success. */
  doubles: number
  losses: number
  /** Unexpected responses by text, with their counts. */
  readonly others: Map<string, number>
  /** Ids that were won by the node that received them first, and by the other node. */
  readonly wins: [number, number]
  /** Deviations of the number of stored writes from one per id. */
  strays: number
}

interface RaceSettings {
  readonly calls: number
  readonly seed: number
  /** Creates a database for each stage. Default: memory. */
  readonly database?: ((name: string) => Promise<string>) | undefined
  readonly log?: (line: string) => void
}

/** Calls per stage. A stage has its own nodes and store, so this limits the memory of a run. */
const STAGE = 50_000

/** Numbers of racers for an id. Each number gets an equal share of the calls, so most ids have few racers. */
export const RACERS = [2, 4, 8, 16, 32, 64, 128, 256] as const

/** Runs races with a number of calls in total, stage by stage, on two nodes. */
export const runRaces = async ({ calls, database, seed, log = () => {} }: RaceSettings): Promise<Raced> => {
  const sum: Raced = { ids: 0, calls: 0, doubles: 0, losses: 0, others: new Map(), wins: [0, 0], strays: 0 }
  for (let stage = 0; sum.calls < calls; stage += 1) {
    const size = Math.min(STAGE, calls - sum.calls)
    const track = await openTrack(await database?.(`races_${stage}`), { count: SUBJECTS, seed: seed + stage })
    try {
      await runStage(track, size, seed + stage, sum)
    } finally {
      await track.stop()
    }
    log(`${sum.calls} of ${calls} calls, ${sum.ids} ids, ${sum.doubles} doubles, ${sum.losses} without a winner`)
  }
  return sum
}

/** More than the ids of a batch, so that no two ids of a batch belong to one account. */
const SUBJECTS = 300

const runStage = async (track: Track, calls: number, seed: number, sum: Raced): Promise<void> => {
  const before = sum.ids
  let { nodes } = track
  for (const lot of lotsOf(racesOf(track, calls, seed))) {
    await runLot(nodes, lot, sum)
    nodes = [nodes[1], nodes[0]]
  }
  sum.strays += Math.abs((await track.writes()) - (sum.ids - before))
}

/** The races of a stage. The number of calls is rounded up to a multiple of the racers. */
const racesOf = ({ subjects }: Track, calls: number, seed: number): ReadonlyArray<Race> => {
  const sizes = RACERS.flatMap((racers) =>
    Array.from({ length: Math.ceil(calls / RACERS.length / racers) }, () => racers)
  )
  return shuffled(sizes, seed).flatMap((racers, nth) => {
    const subject = subjects[nth % subjects.length]
    return subject === undefined ? [] : [{ racers, subject, operation: nth % 8 === 0 ? "refresh" : "privacy" }]
  })
}

/** Batches of concurrent races: few ids with many racers, or many ids with few racers. */
const lotsOf = (races: ReadonlyArray<Race>): ReadonlyArray<ReadonlyArray<Race>> => {
  const lots: Array<Array<Race>> = []
  let room = 0
  for (const race of races) {
    if (room <= 0) {
      lots.push([])
      room = CALLS_AT_ONCE
    }
    lots.at(-1)?.push(race)
    room -= race.racers
  }
  return lots
}

const CALLS_AT_ONCE = 512

/** Each node prepares half of the ids, and both race for all of them. The first node to receive an id often wins. */
const runLot = async ([one, other]: Track["nodes"], races: ReadonlyArray<Race>, sum: Raced): Promise<void> => {
  const half = Math.ceil(races.length / 2)
  const legs = (await Promise.all([one.prepare(races.slice(0, half)), other.prepare(races.slice(half))])).flat()
  const heats = legs.map((leg, nth) => ({ leg, calls: (races[nth]?.racers ?? 0) / 2 }))
  const [here, there] = await Promise.all([one.race(heats), other.race(heats)])
  for (const [nth, { racers }] of races.entries()) add(sum, racers, here[nth], there[nth])
}

const add = (sum: Raced, calls: number, here: Tally = NONE, there: Tally = NONE): void => {
  const won = here.won + there.won
  sum.ids += 1
  sum.calls += calls
  if (won > 1) sum.doubles += 1
  if (won === 0) sum.losses += 1
  sum.wins[0] += here.won
  sum.wins[1] += there.won
  for (const text of [...here.others, ...there.others]) sum.others.set(text, (sum.others.get(text) ?? 0) + 1)
}

const NONE: Tally = { won: 0, used: 0, others: [] }
