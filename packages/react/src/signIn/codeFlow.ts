import { makeStore, type Store } from "../store.ts"

/** The state of a sign-in of `Who`, which may need a mailed code. */
export type FlowState<Who> =
  | { readonly status: "idle" }
  /** A code is being mailed, or the browser prompts for a passkey or an identity. */
  | (Who & { readonly status: "waiting" })
  /** A code was mailed. `isWrong` after the server refused the previous attempt; the same code is still valid. */
  | (Who & AwaitedCode & { readonly status: "code"; readonly attempt: number; readonly isWrong: boolean })
  /** The server is verifying a code. */
  | (Who & AwaitedCode & { readonly status: "verifying" })
  | (Who & { readonly status: "failed"; readonly error: unknown })

interface AwaitedCode {
  /** "NUMERIC" or "ALPHANUMERIC": the characters of the code. Absent with an older server. */
  readonly alphabet: string | undefined
}

export interface CodeFlow<Who> extends Pick<Store<FlowState<Who>>, "subscribe" | "state"> {
  /** Starts a sign-in. Ignored while another one is being verified; replaces one that waits for a code. */
  readonly start: (who: Who) => Promise<void>
  /** Sends a code. Ignored unless the sign-in waits for one. */
  readonly submitCode: (code: string) => void
  /** Returns to the start. Ignored while an answer of the server or the browser is pending. */
  readonly cancel: () => void
}

interface Options<Who, Done> {
  /** `prompt` requests a code from the end user; `undefined` after they cancelled. */
  readonly login: (who: Who, prompt: Prompt) => Promise<Done>
  /** Ends what a sign-in opened that another one has replaced. */
  readonly discard: (done: Done) => Promise<void>
  readonly onDone: (done: Done) => void
}

type Prompt = (attempt: number, alphabet: string | undefined) => Promise<string | undefined>

export const codeFlow = <Who extends object, Done>({ discard, login, onDone }: Options<Who, Done>): CodeFlow<Who> => {
  const { set, ...current } = makeStore<FlowState<Who>>({ status: "idle" })
  let answer: ((code: string | undefined) => void) | undefined
  let verify = () => {}
  // Changes with each start, so that a sign-in that was replaced shows nothing more.
  let turn = 0

  const take = (code: string | undefined): void => {
    const waiting = answer
    answer = undefined
    waiting?.(code)
  }

  return {
    ...current,
    start: async (who) => {
      const { status } = current.state()
      if (status === "waiting" || status === "verifying") return
      turn += 1
      const mine = turn
      take(undefined)
      set({ status: "waiting", ...who })
      const prompt: Prompt = (attempt, alphabet) =>
        new Promise((resolve) => {
          if (mine !== turn) return resolve(undefined)
          answer = resolve
          verify = () => set({ status: "verifying", ...who, alphabet })
          set({ status: "code", ...who, alphabet, attempt, isWrong: attempt > 1 })
        })
      try {
        const done = await login(who, prompt)
        if (mine !== turn) return discard(done)
        set({ status: "idle" })
        onDone(done)
      } catch (error) {
        if (mine === turn) set({ status: "failed", ...who, error })
      }
    },
    submitCode: (code) => {
      if (current.state().status !== "code" || code.trim() === "") return
      verify()
      take(code)
    },
    cancel: () => {
      const { status } = current.state()
      if (status !== "code" && status !== "failed") return
      turn += 1
      take(undefined)
      set({ status: "idle" })
    }
  }
}
