/** A value that components follow: the external store of React's `useSyncExternalStore`. */
export interface Store<S> {
  readonly state: () => S
  readonly set: (state: S) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const makeStore = <S>(initial: S): Store<S> => {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    state: () => current,
    set: (state) => {
      current = state
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
  }
}
