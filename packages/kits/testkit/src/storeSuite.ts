import { type Change, type Guard, Store, type StoreUnavailable } from "@countersign/core"
import { Cause, Effect, Exit } from "@countersign/core/effect"
import { TestClock } from "@countersign/core/effect/testing"
import type * as fc from "fast-check"
import { type Call, cutWorkers, type DrawnCommit, isExplained, type Step, workers } from "./histories/histories.ts"
import { type Answer, type Ask, modelledFrom } from "./histories/kept.ts"
import { agrees } from "./model/agrees.ts"
import { sequence } from "./model/commands.ts"
import { ended, paused } from "./programs/Program.ts"
import { commit, outcome, rowsOf } from "./stories/ask.ts"
import { atomicity } from "./stories/atomicity.ts"
import { bodiesChapter } from "./stories/bodies.ts"
import { guards } from "./stories/guards.ts"
import { interleavings } from "./stories/interleavings.ts"
import { isolation } from "./stories/isolation.ts"
import { leases } from "./stories/leases.ts"
import { pagesChapter } from "./stories/pages.ts"
import { races } from "./stories/races.ts"
import { loads } from "./stories/reads.ts"
import { records } from "./stories/records.ts"
import { always, type Chapter, type Scene, type Story, same, story } from "./stories/Story.ts"
import { sweeps } from "./stories/sweeps.ts"
import { atVersion, byId, byKey, collections, insert, remove, replace } from "./stories/things.ts"
import { uniques } from "./stories/uniques.ts"
import { versions } from "./stories/versions.ts"
import { registerSuite, type SuiteOptions } from "./suite.ts"

/** State of one worker: its history, and the version of each record that it read last. */
interface Knowledge {
  readonly history: string
  readonly seen: Map<string, number>
}

/** The records that exist before the first call, known to every worker. */
const started = (history: string): ReadonlyArray<Change> =>
  ["a", "b"].map((which) => insert(idOf(history, which), { writer: 0 }))

/** The step as a store call on the records and key of this history only. `writer` makes its body unique. */
const requested = ({ ask }: Step, { history, seen }: Knowledge, writer: number): Ask => {
  const id = idOf(history, ask.which)
  if (!("guard" in ask)) return { do: "load", ref: ask.do === "by id" ? byId(id) : byKey("name", [history]) }
  const version = seen.get(id) ?? 0
  const body = { writer, ...(ask.isNamed ? { name: history } : {}) }
  const common = { do: "commit", guards: guardsOf(ask, history, seen) } as const
  if (ask.do === "remove") return { ...common, changes: [remove(id, version + ask.off)] }
  const isInsert = ask.do === "insert" || version === 0
  return { ...common, changes: [isInsert ? insert(id, body) : replace(id, version + ask.off, body)] }
}

const guardsOf = ({ guard, which }: DrawnCommit, history: string, seen: Knowledge["seen"]): ReadonlyArray<Guard> => {
  const other = idOf(history, which === "a" ? "b" : "a")
  return guard === "version" ? [atVersion(other, seen.get(other) ?? 1)] : []
}

/** Updates the state of a worker from a result. */
const learned = ({ seen }: Knowledge, ask: Ask, answer: Answer): void => {
  if (ask.do === "load") {
    if (ask.ref.by === "id") seen.delete(ask.ref.id)
    if (typeof answer !== "string") for (const { id, version } of answer) seen.set(id, version)
  } else if (answer === "written") {
    for (const change of ask.changes) {
      if (change.op === "remove") seen.delete(change.id)
      else seen.set(change.id, change.op === "insert" ? 1 : change.version + 1)
    }
  }
}

const idOf = (history: string, which: string): string => `${history}-${which}`

/** Runs all workers concurrently, and records the arguments, result and time of each call. */
const recorded = Effect.fnUntraced(function* (workers: ReadonlyArray<ReadonlyArray<Step>>, history: string) {
  const calls: Array<Call<Ask, Answer>> = []
  let stamp = 0
  let writer = 0
  yield* commit(started(history))
  const work = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
    const knowledge: Knowledge = { history, seen: new Map(started(history).map(({ id }) => [id, 1])) }
    for (const step of steps) {
      yield* paused(step.pauses)
      writer += 1
      stamp += 1
      const [ask, invoked] = [requested(step, knowledge, writer), stamp]
      const exit = yield* ended(answered(ask), step.cut)
      stamp += 1
      if (Exit.isSuccess(exit)) {
        learned(knowledge, ask, exit.value)
        calls.push({ ask, invoked, returned: { answer: exit.value, at: stamp } })
      } else if (Cause.hasInterruptsOnly(exit.cause)) calls.push({ ask, invoked })
      else yield* exit
    }
  })
  yield* Effect.forEach(workers, work, { concurrency: "unbounded", discard: true })
  return calls
})

const answered = (ask: Ask): Effect.Effect<Answer, StoreUnavailable, Store> =>
  ask.do === "load" ? rowsOf(ask.ref) : outcome(ask.changes, ask.guards)

type Drawn = fc.Arbitrary<ReadonlyArray<ReadonlyArray<Step>>>

/** Records the results of concurrent workers, and searches a sequential order that explains them. */
const explains = (drawn: Drawn) =>
  function* (scene: Scene) {
    let histories = 0
    yield* always(scene, drawn, (steps) => {
      histories += 1
      const history = `history-${histories}`
      return Effect.map(recorded(steps, history), (calls) => {
        const unexplained = isExplained(calls, modelledFrom(started(history))) ? [] : calls
        same("Concurrent calls return results as if each took effect at one moment", unexplained, [])
      })
    })
  }

export const histories: Chapter = {
  name: "concurrent histories",
  stories: [
    story("the results of concurrent calls are linearizable", explains(workers)),
    story("an interrupted call takes effect once at some later moment, or never", explains(cutWorkers))
  ]
}

const ways = ["written", "late", ...collections.flatMap(({ name }) => [`taken ${name}`, `version ${name}`])]

export const sequences: Chapter = {
  name: "random sequences",
  stories: [
    story("a store returns and stores the same as an array with linear scans", function* (scene) {
      yield* scene.pass(scene.clock === "test" ? 1000 : 0)
      yield* always(scene, sequence, (commands) => agrees(scene, commands))
      const rare = ways.filter((way) => (scene.met.get(way) ?? 0) < scene.outcomes)
      same(`The sequences reach every outcome of a commit at least ${scene.outcomes} times`, rare, [])
    })
  ]
}

/** All chapters, simplest first. */
const chapters: ReadonlyArray<Chapter> = [
  versions,
  uniques,
  loads,
  guards,
  atomicity,
  pagesChapter,
  isolation,
  leases,
  sweeps,
  bodiesChapter,
  records,
  races,
  histories,
  interleavings,
  sequences
]

export interface StoreSuiteOptions extends SuiteOptions {
  /** Returns an empty store, and a function that releases it. Called once per test. */
  readonly make: () => Promise<{ readonly store: Store["Service"]; readonly close?: () => Promise<void> }>
  /**
   * How the suite moves time. "test": the store reads Effect's Clock of the calling fiber, and the suite provides a
   * test clock. "real": the store has its own clock, and tests of time wait for it.
   */
  readonly clock: "test" | "real"
  /** Number of concurrent calls in each race. Default: 16. */
  readonly racers?: number
  /** Number of repetitions of each race. Default: 50. */
  readonly rounds?: number
  /** Number of random command sequences, of histories and of program schedules. Default: 100. */
  readonly runs?: number
  /** How often the random sequences must reach every outcome of a commit. Fewer fail the suite. Default: 0. */
  readonly outcomes?: number
}

/** Registers the conformance suite of the Store port. A store conforms when all tests pass. */
export const storeSuite = (options: StoreSuiteOptions): void => {
  const { clock, outcomes = 0, racers = 16, rounds = 50, runs = 100 } = options
  const pass = clock === "test" ? TestClock.adjust : Effect.sleep
  const scene: Scene = { clock, pass, racers, rounds, runs, outcomes, met: new Map() }
  const figures = `clock ${clock}, ${racers} racers, ${rounds} rounds, ${runs} runs`
  const line = (passed: string) => {
    const met = Array.from(scene.met, ([outcome, times]) => `${outcome} ${times}`)
    return `${figures}: ${passed}; commits drawn: ${met.join(", ")}`
  }
  const run = (story: Story) => runStory(options, scene, story)
  registerSuite(options, { contract: "Store port", reports: "store", line }, chapters, run)
}

const runStory = async ({ clock, make }: StoreSuiteOptions, scene: Scene, story: Story): Promise<void> => {
  const { close, store } = await make()
  try {
    const execution = Effect.provideService(story.run(scene), Store, store)
    const exit = await Effect.runPromiseExit(
      clock === "test" ? Effect.provide(execution, TestClock.layer()) : execution
    )
    if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  } finally {
    await close?.()
  }
}
