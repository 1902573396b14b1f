import { Store } from "@countersign/core"
import { Cause, Clock, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { chapters } from "./stories/chapters.ts"
import type { Chapter, Scene, Story } from "./stories/Story.ts"

export interface StoreSuiteOptions {
  readonly name: string
  /** A store that is empty, and what lets go of it. Called once a story. */
  readonly make: () => Promise<{ readonly store: Store["Service"]; readonly close?: () => Promise<void> }>
  /**
   * How the suite moves time. "test": the store reads Effect's Clock of the calling fiber, and the suite provides one
   * that only it moves. "real": the store has a clock of its own, and stories of time wait for it.
   */
  readonly clock: "test" | "real"
  /** The framework's own functions: vitest's, or those of node:test. */
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /** How many calls race for one thing. Default: 16. */
  readonly racers?: number
  /** How often each race is run. Default: 50. */
  readonly rounds?: number
  /** How many sequences of commands, how many histories and how many turns of programs are drawn. Default: 100. */
  readonly runs?: number
  /** How often the sequences have to meet each way a commit can end: fewer say too little. Default: 0. */
  readonly outcomes?: number
  /** Told one line at the end: which promises the store kept, and how often commits that were drawn ended how. */
  readonly report?: (line: string) => void
}

/** Every promise of the Store port as a story that one adapter is told. An adapter is done when all of them hold. */
export const storeSuite = (options: StoreSuiteOptions): void => {
  const { clock, describe, it, name, report = () => undefined } = options
  const { outcomes = 0, racers = 16, rounds = 50, runs = 100 } = options
  const kept = new Map<Chapter, number>(chapters.map((chapter) => [chapter, 0]))
  const scene: Scene = { clock, racers, rounds, runs, outcomes, met: new Map(), ...time[clock] }

  describe(`${name} keeps the promises of the Store port`, () => {
    for (const chapter of chapters) {
      describe(chapter.name, () => {
        for (const story of chapter.stories) {
          it(story.name, async () => {
            await tell(options, scene, story)
            kept.set(chapter, (kept.get(chapter) ?? 0) + 1)
          })
        }
      })
    }
    it("reports what the store can do", async () => {
      const parts = chapters.map((chapter) => `${chapter.name} ${kept.get(chapter)}/${chapter.stories.length}`)
      const met = Array.from(scene.met, ([outcome, times]) => `${outcome} ${times}`)
      const figures = `clock ${clock}, ${racers} racers, ${rounds} rounds, ${runs} runs`
      report(`${name}, ${figures}: ${parts.join(", ")}; commits drawn: ${met.join(", ")}`)
    })
  })
}

const time = {
  test: { now: Clock.currentTimeMillis, pass: (millis: number) => TestClock.adjust(millis) },
  real: { now: Clock.currentTimeMillis, pass: (millis: number) => Effect.sleep(millis) }
}

const tell = async ({ clock, make }: StoreSuiteOptions, scene: Scene, story: Story): Promise<void> => {
  const { close, store } = await make()
  try {
    const told = Effect.provideService(story.tell(scene), Store, store)
    const exit = await Effect.runPromiseExit(clock === "test" ? Effect.provide(told, TestClock.layer()) : told)
    if (Exit.isFailure(exit)) throw broken(story, Cause.squash(exit.cause))
  } finally {
    await close?.()
  }
}

/** A story says itself which promise is broken; where the store fails in another way, the story's name does. */
const broken = (story: Story, error: unknown): Error =>
  new Error(`${story.name}: ${error instanceof Error && error.message !== "" ? error.message : String(error)}`, {
    cause: error
  })
