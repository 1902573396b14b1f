/** A new element. */
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

/** The element that the page was written with. */
export const found = <E extends HTMLElement>(id: string, type: new () => E): E => {
  const held = document.getElementById(id)
  if (!(held instanceof type)) throw new Error(`The page has no ${type.name} called ${id}`)
  return held
}

/** Sets an attribute, or takes it away. */
export const setAttribute = (on: Element, name: string, value: string | undefined): void => {
  if (value === undefined) on.removeAttribute(name)
  else on.setAttribute(name, value)
}
