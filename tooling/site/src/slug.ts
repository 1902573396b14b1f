/** Makes the anchors of one page as GitHub makes them, so that a link works here and there. */
export const slugger = (): ((heading: string) => string) => {
  const seen = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/gu, "-")
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times === 0 ? slug : `${slug}-${times}`
  }
}
