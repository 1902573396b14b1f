import type { Answer, World } from "@countersign/harness/world"
import { isUnavailable } from "./switching.ts"

/** Does something again and again, each time at the next node, and records what was acknowledged and what was refused. */
export const keepDoing = (nodes: ReadonlyArray<World>, act: (world: World, nth: number) => Promise<Answer>) => {
  const done: Array<{ readonly nth: number; readonly body: Answer["body"] }> = []
  const refused: Array<number> = []
  const odd: Array<string> = []
  const state = { isOver: false }
  const busy = (async () => {
    for (let nth = 0; !state.isOver; nth += 1) {
      const world = nodes[nth % nodes.length]
      if (world === undefined) throw new Error("there is no node")
      const answer = await act(world, nth)
      if (answer.status < 300) done.push({ nth, body: answer.body })
      else if (isUnavailable(answer)) refused.push(nth)
      else odd.push(`${answer.status} ${answer.body?.reason}`)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const stop = async () => {
    state.isOver = true
    await busy
  }
  return { done, refused, odd, stop }
}
