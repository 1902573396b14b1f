import type { ActiveSession } from "@countersign/client"
import { requireSession, useCountersign } from "@countersign/react"
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore
} from "react"
import { ENDED, explained } from "../explained.ts"
import type { PaneName, State, Waiting } from "../State.ts"
import type { Wallet } from "./openWallet.ts"

const Provided = createContext<Wallet | undefined>(undefined)

export const WalletProvider = ({ children, wallet }: { readonly children: ReactNode; readonly wallet: Wallet }) => (
  <Provided.Provider value={wallet}>{children}</Provided.Provider>
)

export const useWallet = (): Wallet => {
  const wallet = useContext(Provided)
  if (wallet === undefined) throw new Error("Render this component inside <WalletProvider>.")
  return wallet
}

/** Renders again with each change of the page's state. */
export const useWalletState = (): State => {
  const { state, subscribe } = useWallet()
  return useSyncExternalStore(subscribe, state)
}

/** The time of the sandbox, in milliseconds since the epoch. Renders again each second. */
export const useNow = (): number => {
  const { now } = useWallet()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return now()
}

/** The work of an action. `signer` returns the session of this browser, or throws without one. */
export type Work = (signer: () => ActiveSession) => Promise<string>

/**
 * Runs the action of one button or form, and shows its result. `run` does nothing while the action is in progress, and
 * resolves to whether it succeeded.
 */
export const useAction = () => {
  const { say } = useWallet()
  const { session } = useCountersign()
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: Work): Promise<boolean> => {
    if (isRunning.current) return false
    const before = session.state().session
    isRunning.current = true
    setIsBusy(true)
    say("")
    try {
      say(await work(() => requireSession({ session })))
      return true
    } catch (error) {
      // Several errors mean that the session key may no longer sign. All of them are shown as an ended session.
      await session.verify()
      const hasEnded = before !== undefined && session.state().session === undefined
      say(hasEnded ? ENDED : explained(error), true)
      return false
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

/** Shows on every other pane that this one waits for the end user. Without `words` nothing waits. */
export const useWaiting = (pane: PaneName, words: string | undefined, link: string): void => {
  const { change, state } = useWallet()
  const set = useCallback(
    (key: string, next: Waiting | undefined) => {
      const waiting = new Map(state().waiting)
      if (next === undefined) waiting.delete(key)
      else waiting.set(key, next)
      change({ waiting })
    },
    [change, state]
  )
  useEffect(() => {
    if (words === undefined) return
    const key = `${pane} ${link}`
    set(key, { pane, words, link })
    return () => set(key, undefined)
  }, [pane, words, link, set])
}
