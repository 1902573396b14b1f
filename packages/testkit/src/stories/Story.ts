import type { Store } from "@countersign/core"
import type { Effect } from "effect"

/** What a story may know of the run it is told in. */
export interface Scene {
  readonly clock: "test" | "real"
  /** Lets time pass for the store: at once where the clock is the suite's, by waiting where it is the store's. */
  readonly pass: (millis: number) => Effect.Effect<void>
  /** What the store's clock reads, as near as the suite can know. */
  readonly now: Effect.Effect<number>
  readonly racers: number
  readonly rounds: number
  readonly runs: number
  /** How often each way a commit can end has to be met by what is drawn. */
  readonly outcomes: number
  /** How often each was met. */
  readonly met: Map<string, number>
}

/** One promise of the port, told to a store that is empty. */
export interface Story {
  readonly name: string
  readonly tell: (scene: Scene) => Effect.Effect<void, unknown, Store>
}

export interface Chapter {
  readonly name: string
  readonly stories: ReadonlyArray<Story>
}

export const story = (name: string, tell: Story["tell"]): Story => ({ name, tell })
