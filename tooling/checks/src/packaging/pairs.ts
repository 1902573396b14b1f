/** Maps a list with at most two tasks in flight: the machine may be small and others may share it. */
export const pairs = async <A, B>(
  items: ReadonlyArray<A>,
  task: (item: A) => Promise<B>
): Promise<ReadonlyArray<B>> => {
  const rest = items.map((item, index) => ({ item, index }))
  const results: Array<readonly [number, B]> = []
  const worker = async (): Promise<void> => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      results.push([next.index, await task(next.item)])
    }
  }
  await Promise.all([worker(), worker()])
  return results.sort(([one], [other]) => one - other).map(([, result]) => result)
}
