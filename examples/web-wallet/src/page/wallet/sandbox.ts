import { fieldsOf, textOf } from "../read.ts"
import { eventOf } from "../State.ts"
import type { Desk } from "./desk.ts"

/** What comes by itself: time, and events. */
export const sandbox = ({ ask, doing, reads, store }: Desk) => ({
  moveClock: (seconds: number) =>
    doing(async () => {
      const { now } = fieldsOf(await ask("POST", "/sandbox/clock/advance", { seconds }))
      store.change({ ahead: Date.parse(textOf(now)) - Date.now() })
      const wasSignedIn = store.state().session !== undefined
      await Promise.all([reads.access(), reads.money()])
      const { ended = "", session } = store.state()
      const moved = "The clock has moved, and what came due has happened."
      return wasSignedIn && session === undefined ? `${moved} ${ended}` : moved
    }),
  arrived: async (event: unknown): Promise<void> => {
    const { events } = store.state()
    const next = eventOf(event)
    if (events.some(({ id }) => id === next.id)) return
    store.change({ events: [next, ...events].slice(0, KEPT) })
    await reads.money().catch(() => undefined)
  }
})

const KEPT = 100
