import { Result, Schema } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { toMarkdownTable, toMermaid } from "../src/internal.ts"
import * as Machine from "../src/machine/Machine.ts"

const Door = Schema.TaggedUnion({ Open: {}, Shut: { by: Schema.String }, Walled: {} })
const Push = Schema.TaggedUnion({ Closed: { by: Schema.String }, Opened: {}, Bricked: {} })

const definition = {
  name: "Door",
  state: Door,
  event: Push,
  begins: "Open"
} as const

const makeDoor = () =>
  Machine.make({
    ...definition,
    table: {
      Open: { Closed: { to: "Shut", with: (_, { by }) => ({ by }) } },
      Shut: { Opened: { to: "Open", with: () => ({}) }, Bricked: { to: "Walled", with: () => ({}) } },
      Walled: {}
    }
  })

const makeLight = () =>
  Machine.words({
    name: "Light",
    begins: "red",
    table: { red: { Waited: "green" }, green: { Waited: "red", Failed: "dark" }, dark: {} }
  })

describe("a state machine", () => {
  // Made before each test, so that each test also covers `make`.
  let { begin, machine: door, transition } = makeDoor()
  beforeEach(() => {
    const made = makeDoor()
    begin = made.begin
    door = made.machine
    transition = made.transition
  })

  it("begins in the initial state of its definition, with the data of that state", () => {
    expect([door.begins, begin({})]).toEqual(["Open", { _tag: "Open" }])
  })

  it("follows a cell, with the data that the cell builds from the state and the event", () => {
    const shut = transition(begin({}), { _tag: "Closed", by: "wind" })
    expect(shut).toEqual({ _tag: "Shut", by: "wind" })
    expect(door.attempt(begin({}), { _tag: "Closed", by: "wind" })).toEqual(Result.succeed(shut))
  })

  it("fails for an event without a cell, and names the machine, the state and the event", () => {
    const refused = door.attempt(begin({}), { _tag: "Opened" })
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({
      machine: "Door",
      state: "Open",
      event: "Opened"
    })
  })

  it("decodes a stored state with its codec", () => {
    const { state } = makeDoor()
    expect(Schema.decodeUnknownSync(state)({ _tag: "Shut", by: "wind" })).toEqual({ _tag: "Shut", by: "wind" })
  })

  it("lists its edges in table order", () => {
    expect(door.edges.map(({ from, on, to }) => `${from} ${on} ${to}`)).toEqual([
      "Open Closed Shut",
      "Shut Opened Open",
      "Shut Bricked Walled"
    ])
  })

  it("ignores tags that are inherited object properties", () => {
    const strange = { _tag: "toString" } as never
    expect(Result.isFailure(door.attempt(strange, { _tag: "Opened" }))).toBe(true)
  })

  it("prints as a Mermaid diagram with initial and final states", () => {
    expect(toMermaid(door)).toBe(
      [
        "stateDiagram-v2",
        "  [*] --> Open",
        "  Open --> Shut: Closed",
        "  Shut --> Open: Opened",
        "  Shut --> Walled: Bricked",
        "  Walled --> [*]"
      ].join("\n")
    )
  })

  it("prints as a table with a row per state and a column per event", () => {
    expect(toMarkdownTable(door).split("\n")).toEqual([
      "| State | Closed | Opened | Bricked |",
      "| --- | --- | --- | --- |",
      "| **Open** | Shut |  |  |",
      "| **Shut** |  | Open | Walled |",
      "| **Walled** |  |  |  |"
    ])
  })

  it("does not compile with a missing row, an unknown event, an unknown target, or wrong data for the target", () => {
    // @ts-expect-error the row of Walled is missing
    Machine.make({ ...definition, table: { Open: {}, Shut: {} } })
    Machine.make({
      ...definition,
      // @ts-expect-error the event Kicked does not exist
      table: { Open: { Kicked: { to: "Shut", with: () => ({ by: "" }) } }, Shut: {}, Walled: {} }
    })
    Machine.make({
      ...definition,
      // @ts-expect-error the state Ajar does not exist
      table: { Open: { Closed: { to: "Ajar", with: () => ({}) } }, Shut: {}, Walled: {} }
    })
    Machine.make({
      ...definition,
      // @ts-expect-error the data of Shut is missing
      table: { Open: { Closed: { to: "Shut", with: () => ({}) } }, Shut: {}, Walled: {} }
    })
  })

  it("does not compile with a final state as the initial state", () => {
    // @ts-expect-error no event leads out of Walled
    Machine.make({ ...definition, begins: "Walled", table: { Open: {}, Shut: {}, Walled: {} } })
    // @ts-expect-error no event leads out of dark
    Machine.words({ name: "x", begins: "dark", table: { red: { Waited: "dark" }, dark: {} } })
  })

  it("does not compile if an event has no cell in the state, or in one of several possible states", () => {
    const open = begin({})
    const shut = transition(open, { _tag: "Closed", by: "wind" })
    const walled = transition(shut, { _tag: "Bricked" })
    const refused = [
      // @ts-expect-error Open has no cell for Opened
      () => transition(open, { _tag: "Opened" }),
      // @ts-expect-error Walled has no cell at all
      () => transition(walled, { _tag: "Opened" }),
      // @ts-expect-error only one of the two has a cell for Opened
      () => transition(Math.random() < 2 ? open : shut, { _tag: "Opened" }),
      // @ts-expect-error the state was not made by the machine
      () => transition({ _tag: "Shut", by: "wind" } as const, { _tag: "Opened" })
    ]
    expect(refused.slice(0, 3).map(thrown)).toEqual(["IllegalTransition", "IllegalTransition", "IllegalTransition"])
  })

  it("does not accept a copy of a state as a state", () => {
    const open = begin({})
    const machine = door
    // @ts-expect-error a spread is not a state of the machine
    expect(machine.attempt({ ...open }, { _tag: "Opened" })._tag).toBe("Failure")
  })
})

const thrown = (use: () => unknown) => {
  try {
    return use()
  } catch (error) {
    return error instanceof Machine.IllegalTransition ? error._tag : error
  }
}

describe("a machine of string states", () => {
  const { machine, transition } = makeLight()

  it("applies any number of events in order", () => {
    expect(machine.after("red", [])).toEqual(Result.succeed("red"))
    expect(machine.after("red", ["Waited", "Waited", "Waited", "Failed"])).toEqual(Result.succeed("dark"))
    expect([machine.begins, transition("red", "Waited"), machine.states]).toEqual([
      "red",
      "green",
      ["red", "green", "dark"]
    ])
  })

  it("fails at the first event without a cell, and names it", () => {
    const refused = machine.after("red", ["Waited", "Failed", "Waited"])
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({
      machine: "Light",
      state: "dark",
      event: "Waited"
    })
  })

  it("does not compile with an unknown target or an event without a cell", () => {
    // @ts-expect-error the state blue does not exist
    Machine.words({ name: "x", begins: "red", table: { red: { Waited: "blue" } } })
    // @ts-expect-error red has no cell for Failed
    expect(() => transition("red", "Failed")).toThrow(Machine.IllegalTransition)
  })
})
