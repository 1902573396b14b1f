import { ALL, type Change } from "@countersign/core"
import { Clock, Effect } from "@countersign/core/effect"
import { claim, commit, find, load, outcome, sweep } from "../stories/ask.ts"
import { type Scene, same, within } from "../stories/Story.ts"
import { collections, environments } from "../stories/things.ts"
import { type Command, changesOf, guardOf, queryOf, refOf } from "./commands.ts"
import * as Model from "./Model.ts"
import { claimed, swept } from "./work.ts"

/** Runs the same commands on the store and the model, and compares every result and all records after each command. */
export const agrees = Effect.fnUntraced(function* (scene: Scene, commands: ReadonlyArray<Command>) {
  yield* emptied
  const model: Model.Model = { now: scene.clock === "test" ? yield* Clock.currentTimeMillis : 1000, rows: [] }
  for (const command of commands) {
    yield* obeyed(scene, model, command)
    for (const { collection, environment, rows } of yield* everything) {
      const expected = Model.find(model, { collection, environment, index: ALL, limit: 100 })
      same(`After "${command.do}" the store has the same records as the model`, rows, expected)
    }
  }
})

const obeyed = Effect.fnUntraced(function* (scene: Scene, model: Model.Model, command: Command) {
  switch (command.do) {
    case "commit": {
      const changes = changesOf(model, command.changes)
      const guards = command.guards.map((drawn) => guardOf(model, scene.clock, drawn))
      const result = yield* outcome(changes, guards)
      scene.met.set(result, (scene.met.get(result) ?? 0) + 1)
      const refusals = Model.commit(model, changes, guards)
      within(
        "A commit is written, or conflicts with a guard that fails",
        result,
        refusals.length === 0 ? ["written"] : refusals
      )
      break
    }
    case "load": {
      const refs = command.refs.map(refOf)
      same("A load returns the rows of the model", yield* load(refs), Model.load(model, refs))
      break
    }
    case "find": {
      const query = queryOf(model, command.query)
      same("A page has the rows of the model", yield* find(query), Model.find(model, query))
      break
    }
    case "claimDue": {
      const { collection, lease, limit } = command
      claimed(model, collection, lease, limit, yield* claim(model.now, lease, limit, collection))
      break
    }
    case "sweep": {
      const removed = yield* sweep(collections, model.now, command.limit)
      const left = (yield* everything).flatMap(({ collection, rows }) => rows.map((row) => ({ collection, row })))
      swept(model, collections, command.limit, removed, left)
      break
    }
    case "wait": {
      model.now += command.millis
      if (scene.clock === "test") yield* scene.pass(command.millis)
    }
  }
})

const places = collections.flatMap((collection) => environments.map((environment) => ({ collection, environment })))

const everything = Effect.suspend(() =>
  Effect.forEach(places, (place) => Effect.map(find(place), (rows) => ({ ...place, rows })))
)

/** Each sequence starts with an empty store. */
const emptied = Effect.gen(function* () {
  const changes = (yield* everything).flatMap(({ rows, ...place }) =>
    rows.map(({ id, version }): Change => ({ ...place, op: "remove", id, version }))
  )
  if (changes.length > 0) yield* commit(changes)
})
