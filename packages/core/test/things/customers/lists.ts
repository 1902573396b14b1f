import type { Answer, Caller, LocalWorld } from "@countersign/harness/world"

/** Every item of a list, over all pages, and the number of pages. */
export const everyPage = async (world: Pick<LocalWorld, "call">, caller: Caller, path: string) => {
  const items: Array<Answer["body"]> = []
  let cursor: string | undefined
  let pages = 0
  do {
    const separator = path.includes("?") ? "&" : "?"
    const { body } = await world.call(
      caller,
      "GET",
      cursor === undefined ? path : `${path}${separator}cursor=${encodeURIComponent(cursor)}`
    )
    items.push(...body.data)
    cursor = body.nextCursor
    pages += 1
  } while (cursor !== undefined)
  return { items, pages }
}
