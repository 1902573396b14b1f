export { type Snippet, snippetsOf } from "./readme/snippets.ts"
