/** Runs code of the host. Returns `undefined` when it throws. */
export type Guarded = <A>(act: () => A) => A | undefined

/** Ignores exceptions, because telemetry must not fail a call, and reports the first. */
export const makeGuarded = (report: (error: unknown) => void): Guarded => {
  let isReported = false
  return (act) => {
    try {
      return act()
    } catch (error) {
      if (!isReported) {
        isReported = true
        report(error)
      }
      return undefined
    }
  }
}
