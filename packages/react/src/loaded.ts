import { makeStore, type Store } from "./store.ts"

/** The newest answer, and the state of the read. */
export interface LoadedState<T> {
  /** The newest answer; `undefined` before the first. */
  readonly data: T | undefined
  readonly isLoading: boolean
  /** The error of the last read; `undefined` after a success. */
  readonly error: unknown
}

/** Data of the server that several components read. */
export interface Loaded<T> extends Pick<Store<LoadedState<T>>, "subscribe" | "state"> {
  /** Reads again. An answer to an earlier read is ignored. */
  readonly reload: () => Promise<void>
  /** Reads unless there is an answer, or a read is under way. */
  readonly ensure: () => Promise<void>
}

/** Data of the server that several components read. */
export const makeLoaded = <T>(read: () => Promise<T>): Loaded<T> => {
  const { set, ...current } = makeStore<LoadedState<T>>({ data: undefined, isLoading: false, error: undefined })
  let turn = 0

  const reload = async (): Promise<void> => {
    turn += 1
    const mine = turn
    set({ ...current.state(), isLoading: true })
    const next = await read().then(
      (data) => ({ data, isLoading: false, error: undefined }),
      (error: unknown) => ({ ...current.state(), isLoading: false, error })
    )
    if (mine === turn) set(next)
  }

  return {
    ...current,
    reload,
    ensure: async () => {
      const { data, isLoading } = current.state()
      if (data === undefined && !isLoading) await reload()
    }
  }
}
