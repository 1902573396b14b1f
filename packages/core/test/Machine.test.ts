import { Result, Schema } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Machine, toMarkdownTable, toMermaid } from "../src/index.ts"

const Door = Schema.TaggedUnion({ Open: {}, Shut: { by: Schema.String }, Walled: {} })
type Door = typeof Door.Type
const Push = Schema.TaggedUnion({ Closed: { by: Schema.String }, Opened: {}, Bricked: {} })
type Push = typeof Push.Type

const makeDoor = () =>
  Machine.make<Door, Push>({
    name: "Door",
    begins: ["Open"],
    table: {
      Open: { Closed: { to: "Shut", with: (_, { by }) => ({ by }) } },
      Shut: { Opened: { to: "Open", with: () => ({}) }, Bricked: { to: "Walled", with: () => ({}) } },
      Walled: {}
    }
  })

describe("the machine kernel", () => {
  // Made for each, so that each meets the making too.
  let door = makeDoor()
  beforeEach(() => {
    door = makeDoor()
  })

  it("moves along a cell, and carries what the cell makes of state and event", () => {
    const moved = door.transition(Door.cases.Open.make({}), Push.cases.Closed.make({ by: "wind" }))
    expect(moved).toEqual(Result.succeed({ _tag: "Shut", by: "wind" }))
  })

  it("refuses an event without a cell by the names of the machine, the state and the event", () => {
    const refused = door.transition(Door.cases.Open.make({}), Push.cases.Opened.make({}))
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({
      machine: "Door",
      state: "Open",
      event: "Opened"
    })
  })

  it("knows its edges in the order of the table", () => {
    expect(door.edges.map(({ from, on, to }) => `${from} ${on} ${to}`)).toEqual([
      "Open Closed Shut",
      "Shut Opened Open",
      "Shut Bricked Walled"
    ])
  })

  it("is not fooled by a tag that objects inherit", () => {
    const strange = { _tag: "toString" } as unknown as Door
    expect(Result.isFailure(door.transition(strange, Push.cases.Opened.make({})))).toBe(true)
  })

  it("prints as a Mermaid diagram with its beginning and its end", () => {
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
    Machine.make<Door, Push>({ name: "x", begins: [], table: { Open: {}, Shut: {} } })
    // @ts-expect-error no event is called Kicked
    Machine.make<Door, Push>({ name: "x", begins: [], table: { Open: { Kicked: {} }, Shut: {}, Walled: {} } })
    Machine.make<Door, Push>({
      name: "x",
      begins: [],
      // @ts-expect-error no state is called Ajar
      table: { Open: { Closed: { to: "Ajar", with: () => ({}) } }, Shut: {}, Walled: {} }
    })
    Machine.make<Door, Push>({
      name: "x",
      begins: [],
      // @ts-expect-error Shut needs to know by whom
      table: { Open: { Closed: { to: "Shut", with: () => ({}) } }, Shut: {}, Walled: {} }
    })
  })
})
