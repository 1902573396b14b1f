/** Does some runs of a job that were made ready before. Throws where one of them went wrong. */
export type Runs = () => Promise<void>

/** One way of doing a job. */
export interface Contender {
  readonly name: string
  /** Makes so many runs ready, which is not measured. */
  readonly ready: (times: number) => Promise<Runs>
}

/** A job that we do, and others do. */
export interface Comparison {
  readonly job: string
  readonly ours: Contender
  readonly others: ReadonlyArray<Contender & { readonly goal?: number }>
  /** Lets go of what the contenders stand on. */
  readonly close?: () => Promise<void>
}

/** Holds each input to a check, so many at a time. */
export const all =
  <A>(inputs: ReadonlyArray<A>, holds: (input: A) => boolean | Promise<boolean>, inFlight = 1): Runs =>
  async () => {
    for (let at = 0; at < inputs.length; at += inFlight) {
      const answers = await Promise.all(inputs.slice(at, at + inFlight).map(holds))
      if (!answers.every((answer) => answer)) throw new Error("a contender did not do its job")
    }
  }
