import { makeStore, type Store } from "./store.ts"

export interface ActionState {
  readonly isBusy: boolean
  /** The error of the last action; `undefined` after a success. */
  readonly error: unknown
}

export interface Actions extends Pick<Store<ActionState>, "subscribe" | "state"> {
  /** Runs one action at a time. Resolves to its result, or to `undefined` when it failed or another one is running. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | undefined>
}

/** Runs the actions of a hook, and records whether one is running and what it threw. */
export const makeActions = (onFailure: () => void = () => {}): Actions => {
  const { set, ...current } = makeStore<ActionState>({ isBusy: false, error: undefined })
  return {
    ...current,
    run: async (work) => {
      if (current.state().isBusy) return undefined
      set({ isBusy: true, error: undefined })
      try {
        const result = await work()
        set({ isBusy: false, error: undefined })
        return result
      } catch (error) {
        set({ isBusy: false, error })
        onFailure()
        return undefined
      }
    }
  }
}
