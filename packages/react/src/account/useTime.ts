"use client"

import { useEffect, useState } from "react"
import { useClock } from "../CountersignProvider.tsx"

/** Milliseconds since the epoch, again every ten seconds; `undefined` in the first render. */
export const useTime = (): number | undefined => {
  const now = useClock()
  const [time, setTime] = useState<number>()
  useEffect(() => {
    const read = () => setTime(now())
    read()
    const timer = setInterval(read, 10_000)
    return () => clearInterval(timer)
  }, [now])
  return time
}
