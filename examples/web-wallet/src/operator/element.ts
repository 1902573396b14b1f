/** Creates an element. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  children: ReadonlyArray<Node | string> = []
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** Returns an element of the page by its id. Throws when it is missing or has another type. */
export const found = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const held = document.getElementById(id)
  if (!(held instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`)
  return held
}

/** Sets an attribute, or removes it when the value is `undefined`. */
export const setAttribute = (on: Element, name: string, value: string | undefined): void => {
  if (value === undefined) on.removeAttribute(name)
  else on.setAttribute(name, value)
}

/** Sets the children of a parent. A child that is already in position is not moved, because a move drops the focus. */
export const place = (parent: Element, children: ReadonlyArray<Element>): void => {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  children.forEach((child, at) => {
    if (parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null)
  })
}
