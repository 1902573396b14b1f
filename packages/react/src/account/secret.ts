import { makeStore, type Store } from "../store.ts"

/** A secret of the end user. Its value is in the state, and so in the page, only while it is shown. */
export type SecretState<T> =
  | { readonly status: "none" }
  | { readonly status: "hidden" }
  | { readonly status: "shown"; readonly value: T }

export interface Secret<T> extends Pick<Store<SecretState<T>>, "subscribe" | "state"> {
  /** Stores a secret in memory, and shows it if `isShown`. */
  readonly receive: (value: T, isShown: boolean) => void
  /** Shows the secret, until it is hidden or the time has passed. */
  readonly reveal: () => void
  readonly hide: () => void
  /** Removes the secret from memory as well. */
  readonly forget: () => void
}

/** A secret that hides itself `seconds` after it was shown; `Infinity` shows it until it is hidden. */
export const makeSecret = <T>(seconds: number): Secret<T> => {
  const store = makeStore<SecretState<T>>({ status: "none" })
  let stored: { readonly value: T } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (state: SecretState<T>): void => {
    clearTimeout(timer)
    if (state.status === "shown" && Number.isFinite(seconds)) timer = setTimeout(hide, seconds * 1000)
    if (state.status !== store.state().status || state.status === "shown") store.set(state)
  }
  const hide = (): void => {
    if (stored !== undefined) become({ status: "hidden" })
  }
  const reveal = (): void => {
    if (stored !== undefined) become({ status: "shown", ...stored })
  }
  return {
    subscribe: store.subscribe,
    state: store.state,
    receive: (value, isShown) => {
      stored = { value }
      if (isShown) reveal()
      else hide()
    },
    reveal,
    hide,
    forget: () => {
      stored = undefined
      become({ status: "none" })
    }
  }
}
