import { type Line, reaching } from "../report/Line.ts"
import type { Sample } from "../run/Cell.ts"
import { spread } from "../run/statistics.ts"
import { type Match, matches } from "./matches.ts"

/** How many times as often our flows run as those of the peers, taken within each round. */
export const peerLines = (samples: ReadonlyArray<Sample>): ReadonlyArray<Line> =>
  matches.flatMap((match) => {
    const ratios = ratiosOf(samples, match)
    return ratios.length === 0 ? [] : [lineOf(match, ratios)]
  })

const lineOf = ({ flow, goal, peer }: Match, ratios: ReadonlyArray<number>): Line => {
  return {
    section: "Against peers",
    name: `${flow.name} against ${peer.name}`,
    unit: "times",
    ...reaching(spread(ratios), goal)
  }
}

const ratiosOf = (samples: ReadonlyArray<Sample>, { flow, peer }: Match): ReadonlyArray<number> => {
  const ours = samples.filter((sample) => sample.flow === flow.name && sample.kind === "ours" && isCompared(sample))
  return ours.flatMap(({ rate, round }) => {
    const theirs = samples.find((sample) => sample.flow === peer.name && sample.round === round && isCompared(sample))
    return theirs === undefined ? [] : [rate / theirs.rate]
  })
}

const isCompared = ({ mount, store, users }: Sample): boolean =>
  mount === "express" && store === "postgres" && users === 8
