import { inTurn, quantile, spread } from "@countersign/bench/run/figures"
import { onBothStores } from "../onBothStores.ts"
import type { Outcome, RunSettings } from "../report/Recorded.ts"
import { openNeighbours, type Round } from "./run.ts"

const hostile =
  "One platform sends e-mails and events in production; another is hostile in its sandbox over 8 connections"

const greedy =
  "One platform sends e-mails and events in production; the receivers of another never answer, at ever new addresses, and a third mails at full speed"

const beside = (name: string, about: string, neighbour: Neighbour) =>
  onBothStores(
    name,
    { memory: `${about}, with a store in memory.`, postgres: `${about}, on PostgreSQL.` },
    {
      unit: "rounds of each",
      fullSize: 6,
      run: async (settings, database) => measured(settings, neighbour, await database?.(name))
    }
  )

type Neighbour = "hostile" | "greedy"

/** A hostile sandbox beside production. */
export const neighbours = beside("neighbours", hostile, "hostile")

/** Slow receivers and a flood of mail beside production. */
export const shares = beside("shares", greedy, "greedy")

const SLICE = 10_000
const EVERY = 50

const measured = async (
  { seed, size, log }: RunSettings,
  neighbour: Neighbour,
  database?: string
): Promise<Outcome> => {
  const opened = await openNeighbours(seed, database)
  try {
    const round = (isBeside: boolean) => opened.round({ millis: SLICE, every: EVERY, isBeside, neighbour })
    await round(true)
    const [alone = [], beside = []] = await inTurn([false, true], { rounds: size }, async (isBeside) => {
      const made = await round(isBeside)
      const p99 = (times: ReadonlyArray<number>) => `${Math.round(quantile(times, 0.99))} ms`
      const which = isBeside ? "beside" : "alone"
      log(`${which}: p99 of events ${p99(made.lateness)}, of codes ${p99(made.waits)}, ${made.hostile} calls`)
      return made
    })
    return outcomeOf({ alone, beside })
  } finally {
    await opened.close()
  }
}

const outcomeOf = ({ alone, beside }: Record<"alone" | "beside", ReadonlyArray<Round>>): Outcome => {
  const all = [...alone, ...beside]
  const p99 = (rounds: ReadonlyArray<Round>, of: "lateness" | "waits" = "lateness") =>
    spread(rounds.map((round) => quantile(round[of], 0.99))).median
  const count = (name: string, of: (round: Round) => ReadonlyArray<number>, isWrong: (times: number) => boolean) => ({
    name,
    value: all.flatMap(of).filter(isWrong).length,
    unit: "",
    goal: { exactly: 0 }
  })
  const isLost = (times: number) => times === 0
  const isRepeated = (times: number) => times > 1
  return {
    figures: [
      { name: "Mails and events of the quiet platform", value: 2 * all.flatMap(({ mails }) => mails).length, unit: "" },
      { name: "Calls of the hostile one", value: beside.reduce((sum, { hostile }) => sum + hostile, 0), unit: "calls" },
      count("Mails that were not sent (FA2, I19)", ({ mails }) => mails, isLost),
      count("Mails that were sent more than once (FA2, I19)", ({ mails }) => mails, isRepeated),
      count("Events that were not delivered (FA2, I19)", ({ events }) => events, isLost),
      count("Events that were delivered more than once (FA2, I19)", ({ events }) => events, isRepeated),
      { name: "An event alone, to its delivery, p99 (at least 25)", value: p99(alone), unit: "ms" },
      { name: "An event beside the hostile one, p99", value: p99(beside), unit: "ms" },
      { name: "Beside over alone", value: p99(beside) / p99(alone), unit: "times", goal: { below: 2 } },
      { name: "A code alone, to the mailer, p99 (at least 25)", value: p99(alone, "waits"), unit: "ms" },
      { name: "A code beside the hostile one, p99", value: p99(beside, "waits"), unit: "ms" },
      {
        name: "Codes beside over alone",
        value: p99(beside, "waits") / p99(alone, "waits"),
        unit: "times",
        goal: { below: 2 }
      }
    ]
  }
}
