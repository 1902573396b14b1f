export { type Chapter, chapters, type Page } from "./docs/pages.ts"
export { titleOf } from "./docs/titleOf.ts"
export { type Snippet, snippetsOf } from "./readme/snippets.ts"
export { filesBelow, isThere, root, text } from "./workspace/disk.ts"
