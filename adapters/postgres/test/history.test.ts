import { expect, it } from "vitest"
import type { Answer, PoolClient } from "../src/Pool.ts"
import { runStatement } from "../src/Statement.ts"
import { timelineOf } from "../src/server.ts"

const state = (history: string | null, more: Readonly<Record<string, string>> = {}): Answer => ({
  rows: [{ history, timeline: history?.slice(0, 1) ?? null, now: "1000", unwritable: "false", ...more }]
})
const NONE: Answer = { rows: [{ now: "1000", unwritable: "false" }] }

/** Reads the answers of servers, one after the other, over one connection that reports whether it was checked since. */
const reading = (...answers: ReadonlyArray<Answer | Error>) => {
  const moves: Array<string> = []
  const texts: Array<string> = []
  const left = [...answers]
  let checks = 0
  const client: PoolClient = {
    query: async () => {
      checks += 1
      return { rows: [] }
    },
    release: () => {},
    on: () => {},
    removeListener: () => {}
  }
  const pool = { connect: async () => client }
  const run = async (text: string) => {
    texts.push(text)
    const answer = left.shift()
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("nothing is left to read")
    return answer
  }
  const timeline = timelineOf(pool, run, (from, to) => moves.push(`${from} to ${to}`))
  /** Whether the pool checks a connection before it is used: it sends two statements then. */
  const isSuspected = async () => {
    checks = 0
    await runStatement(pool, { until: performance.now() + 60_000 }, { text: "select 1", values: [] })
    return checks === 2
  }
  return { ...timeline, moves, texts, isSuspected }
}
const sqlState = (code: string): Error => Object.assign(new Error(code), { code })

it("GO9: the history of the server is known from its first reading, and a change of it is reported once", async () => {
  const { current, isSuspected, moves, read } = reading(state("1/a"), state("1/a"), state("2/a"), state("2/a"))
  expect([current(), await read(), current(), await isSuspected()]).toEqual([
    undefined,
    { canWrite: true, now: 1000 },
    "1",
    false
  ])
  await read()
  expect([moves, await isSuspected()]).toEqual([[], false])
  await read()
  expect([moves, current(), await isSuspected()]).toEqual([["1/a to 2/a"], "2", true])
  await read()
  expect([moves, await isSuspected()]).toEqual([["1/a to 2/a"], false])
})

it("GH3: connections are checked after a server that cannot be written, and after one that hides its history", async () => {
  const { isSuspected, moves, read } = reading(state("1/a", { unwritable: "true" }), state("1/a"), NONE, state("1/a"))
  expect([await read(), await isSuspected()]).toEqual([{ canWrite: false, now: 1000 }, true])
  expect([await read(), await isSuspected()]).toEqual([{ canWrite: true, now: 1000 }, false])
  expect([await read(), await isSuspected(), moves]).toEqual([{ canWrite: true, now: 1000 }, true, []])
  expect([await read(), await isSuspected(), moves]).toEqual([{ canWrite: true, now: 1000 }, false, []])
})

it("GO9: an engine without timelines is read without them from then on", async () => {
  const { current, read, texts } = reading(sqlState("42883"), NONE, NONE)
  expect([await read(), await read(), current()]).toEqual([
    { canWrite: true, now: 1000 },
    { canWrite: true, now: 1000 },
    undefined
  ])
  expect(texts.map((text) => text.includes("pg_control_system"))).toEqual([true, false, false])
})

it("GO9: a lost connection, or a second refusal, is a failure", async () => {
  const lost = reading(new Error("gone"))
  await expect(lost.read()).rejects.toThrow("gone")
  expect(lost.texts).toHaveLength(1)
  const refused = reading(sqlState("42883"), sqlState("42501"), sqlState("42501"))
  await expect(refused.read()).rejects.toThrow("42501")
  await expect(refused.read()).rejects.toThrow("42501")
  expect(refused.texts).toHaveLength(3)
})
