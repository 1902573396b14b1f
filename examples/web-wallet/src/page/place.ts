/** Makes these the children of a parent. What stands in its place already is not moved, which would take the focus away. */
export const place = (parent: Element, children: ReadonlyArray<Element>): void => {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  })
}
