import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { type Lane, lane } from "../src/lane.ts"

/** A lane of numbers whose statements end when the test says so. */
const held = ({ concurrency = 1, timeout = 5000, most = 100 } = {}) => {
  const sent: Array<{ readonly all: ReadonlyArray<number>; readonly answer: () => void }> = []
  const numbers: Lane<number, string> = lane({
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
  const told: Array<string> = []
  const ask = (one: number) =>
    numbers(one, (outcome) => told.push(Result.isSuccess(outcome) ? outcome.success : "unavailable"))
  return { ask, sent, told, batches: () => sent.map(({ all }) => all) }
}

/** Until all that is due in this turn of the event loop, and the next, has run. */
const turn = async (): Promise<void> => {
  for (let nth = 0; nth < 2; nth++) await new Promise((resolve) => setImmediate(resolve))
}

describe("a lane", () => {
  it("sends what one turn brings together, and who comes alone at once", async () => {
    const { ask, batches, sent, told } = held()
    for (const one of [1, 2, 3]) ask(one)
    await turn()
    expect(batches()).toEqual([[1, 2, 3]])
    sent[0]?.answer()
    await turn()
    expect(told).toEqual(["1", "2", "3"])
    ask(4)
    await turn()
    expect(batches()[1]).toEqual([4])
  })

  it("hears all of a turn out, though it sent what came in the turn before", async () => {
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

  it("has no more under way than it may, and what waited goes along in the next", async () => {
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

  it("keeps the order of those that did not fit", async () => {
    const { ask, batches, sent } = held({ most: 2 })
    for (const one of [1, 2, 3, 4, 5]) ask(one)
    for (const nth of [0, 1, 2]) {
      await turn()
      expect(sent).toHaveLength(nth + 1)
      sent[nth]?.answer()
    }
    expect(batches()).toEqual([[1, 2], [3, 4], [5]])
  })

  it("never sends who left while waiting, and who leaves under way changes nothing for the others", async () => {
    const { ask, batches, sent, told } = held()
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
    expect(told).toContain("2")
    expect(told).toContain("4")
  })

  it("D6: tells each caller within its own time that there is no answer, and sends none of those", async () => {
    const { ask, batches, told } = held({ timeout: 40 })
    ask(1)
    await turn()
    ask(2)
    await expect.poll(() => told).toEqual(["unavailable"])
    expect(batches()).toEqual([[1]])
  })

  it("does not let one slow statement keep everyone from asking", async () => {
    const { ask, batches } = held()
    ask(1)
    await turn()
    ask(2)
    await expect.poll(batches).toEqual([[1], [2]])
  })

  it("has no more room for a slow statement that is answered after all: it had made room before", async () => {
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
