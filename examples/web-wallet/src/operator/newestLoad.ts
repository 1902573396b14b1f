/** Of several loads that are under way, only the newest is shown. Returns a function that runs one. */
export const newestLoad = () => {
  let latest = 0
  return async <A>(work: Promise<A>, show: (result: A) => void | Promise<void>): Promise<void> => {
    latest += 1
    const mine = latest
    const result = await work.catch((error: unknown) => {
      if (mine === latest) throw error
      return undefined
    })
    if (mine === latest && result !== undefined) await show(result)
  }
}
