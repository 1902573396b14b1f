import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type BatchQueue, batchQueue } from "../src/batchQueue.ts"

/** A batch queue of numbers whose statements finish when the test says so. */
const held = ({ concurrency = 1, timeout = 5000, most = 100 } = {}) => {
  const sent: Array<{ readonly all: ReadonlyArray<number>; readonly answer: () => void }> = []
  const numbers: BatchQueue<number, string> = batchQueue({
    concurrency,
    timeout,
    admits: () => {
      let room = most
      return () => room-- > 0
    },
    send: (all) =>
      new Promise((resolve) => {
        sent.push({ all, answer: () => resolve(all.map((one) => Result.succeed(`${one}`))) })
      })
  })
  const reported: Array<string> = []
  const ask = (one: number) =>
    numbers(one, (outcome) => reported.push(Result.isSuccess(outcome) ? outcome.success : "unavailable"))
  return { ask, sent, reported, batches: () => sent.map(({ all }) => all) }
}

/** Waits until this turn of the event loop and the next have run. */
const turn = async (): Promise<void> => {
  for (let nth = 0; nth < 2; nth++) await new Promise((resolve) => setImmediate(resolve))
}

describe("a batch queue", () => {
  it("sends the calls of one turn together, and a single call at once", async () => {
    const { ask, batches, sent, reported } = held()
    for (const one of [1, 2, 3]) ask(one)
    await turn()
    expect(batches()).toEqual([[1, 2, 3]])
    sent[0]?.answer()
    await turn()
    expect(reported).toEqual(["1", "2", "3"])
    ask(4)
    await turn()
    expect(batches()[1]).toEqual([4])
  })

  it("waits for all calls of a turn, although it sent those of the previous turn", async () => {
    const { ask, batches } = held({ concurrency: 3 })
    ask(1)
    setImmediate(() => ask(3))
    ask(2)
    setImmediate(() => ask(4))
    await turn()
    await turn()
    expect(batches()).toEqual([
      [1, 2],
      [3, 4]
    ])
  })

  it("respects its limit of concurrent statements, and sends waiting calls with the next", async () => {
    const { ask, batches, sent } = held({ concurrency: 2 })
    for (const one of [1, 2, 3, 4, 5]) {
      ask(one)
      await turn()
    }
    expect(batches()).toEqual([[1], [2]])
    sent[1]?.answer()
    await turn()
    expect(batches()).toEqual([[1], [2], [3, 4, 5]])
  })

  it("preserves the order of calls that did not fit", async () => {
    const { ask, batches, sent } = held({ most: 2 })
    for (const one of [1, 2, 3, 4, 5]) ask(one)
    for (const nth of [0, 1, 2]) {
      await turn()
      expect(sent).toHaveLength(nth + 1)
      sent[nth]?.answer()
    }
    expect(batches()).toEqual([[1, 2], [3, 4], [5]])
  })

  it("never sends a call that is interrupted while waiting, and an interruption in flight does not affect the others", async () => {
    const { ask, batches, sent, reported } = held()
    const leaveFirst = ask(1)
    ask(2)
    await turn()
    const leaveThird = ask(3)
    ask(4)
    leaveThird()
    leaveFirst()
    sent[0]?.answer()
    await turn()
    sent[1]?.answer()
    await turn()
    expect(batches()).toEqual([[1, 2], [4]])
    expect(reported).toContain("2")
    expect(reported).toContain("4")
  })

  it("D6: fails each call at its own timeout, and does not send those that still wait", async () => {
    const { ask, batches, reported } = held({ timeout: 40 })
    ask(1)
    await turn()
    ask(2)
    await expect.poll(() => reported).toEqual(["unavailable"])
    expect(batches()).toEqual([[1]])
  })

  it("sends other calls while one statement is slow", async () => {
    const { ask, batches } = held()
    ask(1)
    await turn()
    ask(2)
    await expect.poll(batches).toEqual([[1], [2]])
  })

  it("does not raise its limit when a slow statement finishes after its timeout", async () => {
    const { ask, batches, sent } = held()
    ask(1)
    await turn()
    ask(2)
    await expect.poll(batches).toEqual([[1], [2]])
    for (const statement of sent) statement.answer()
    await turn()
    for (const one of [3, 4]) {
      ask(one)
      await turn()
    }
    expect(batches()).toEqual([[1], [2], [3]])
  })
})
