import { Effect } from "effect"
import type { PageRequest } from "../model/Page.ts"
import { currentKey } from "../ports/EnvironmentRunner.ts"
import type { Collection } from "../store/Collection.ts"
import { byId, findPage, type ListQuery, loadOne } from "../store/records.ts"

/** Reads a record of the caller's environment by its id. Fails with `Missing` without one. */
export const readOne = Effect.fnUntraced(function* <A, E>(collection: Collection<A>, id: string, Missing: new () => E) {
  const record = yield* loadOne(byId(collection, yield* currentKey, id))
  return record === undefined ? yield* Effect.fail(new Missing()) : record.value
})

/** A page of the caller's environment. */
export const listPage = <A>(query: Omit<ListQuery<A>, "environment">, page: PageRequest) =>
  Effect.flatMap(currentKey, (environment) => findPage({ ...query, environment }, page))
