import { type CountersignOptions, createCountersign } from "countersign"
import { type Change, type Environment, environmentKey, Store } from "countersign/effect"
import { Effect, Layer } from "effect"
import type { Issuer, Subject } from "../seed/Seed.ts"
import { ENVIRONMENT, equipped } from "./equipped.ts"

/**
 * Writes the subjects, and tells who they are. The service makes the customers, over a store that only listens; what
 * each signs in with is put beside, and all of it is written in large commits.
 */
export const settle = async (
  store: Store["Service"],
  options: CountersignOptions,
  {
    count,
    issuer,
    platformId = ENVIRONMENT.platformId
  }: { readonly count: number; readonly issuer: Issuer; readonly platformId?: string }
): Promise<ReadonlyArray<Subject>> => {
  const heard: Array<Change> = []
  const environment: Environment = { ...ENVIRONMENT, platformId }
  const service = createCountersign({ ...options, store: Layer.succeed(Store, listener(heard, environment)) })
  const { customers } = service.api.in(environment)
  const write = () => Effect.runPromise(store.commit(heard.splice(0), []))
  const subjects: Array<Subject> = []
  for (let number = 0; number < count; number += 1) {
    const email = `subject-${number}@example.com`
    const from = heard.length
    const { id: customerId } = await customers.create({ customerType: "INDIVIDUAL", email })
    const { changes, ids } = equipped(number, { environment, issuer, changes: heard.slice(from) })
    heard.push(...changes)
    subjects.push({ number, customerId, email, ...ids })
    if (heard.length > CHANGES_OF_A_COMMIT) await write()
  }
  await write()
  await service.close()
  return subjects
}

const CHANGES_OF_A_COMMIT = 250

/** Hears what one environment writes. A service may write to the others of its tokens too, and each is settled by itself. */
const listener = (heard: Array<Change>, environment: Environment): Store["Service"] => ({
  load: (refs) => Effect.succeed(refs.map(() => [])),
  find: () => Effect.succeed([]),
  commit: (changes) =>
    Effect.sync(
      () => void heard.push(...changes.filter((change) => change.environment === environmentKey(environment)))
    ),
  claimDue: () => Effect.succeed([]),
  sweep: () => Effect.succeed(0)
})
