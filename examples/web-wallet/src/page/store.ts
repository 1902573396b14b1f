import type { State } from "./State.ts"

export interface Store {
  readonly state: () => State
  readonly change: (by: Partial<State>) => void
  readonly follow: (follower: (state: State) => void) => void
}

/** The state of the page and its subscribers. */
export const makeStore = (first: State): Store => {
  let state = first
  const followers: Array<(state: State) => void> = []
  return {
    state: () => state,
    change: (by) => {
      state = { ...state, ...by }
      for (const follower of followers) follower(state)
    },
    follow: (follower) => {
      followers.push(follower)
      follower(state)
    }
  }
}
