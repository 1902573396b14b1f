import { promiseProblems, promisesIn } from "../promises/problems.ts"
import { filesBelow, isThere, report, text, workspaces } from "../workspace/disk.ts"
import { problemsIn } from "./problems.ts"
import { reviewed, unreviewed } from "./timings.ts"

/** Every test, and the fixtures of all tests. */
const folders = [...workspaces().map(({ folder }) => `${folder}/test`), "tooling/harness/src", "examples/hosts/src"]
const files = folders
  .flatMap((folder) => [".ts", ".tsx", ".mjs"].flatMap((ending) => filesBelow(folder, ending)))
  .filter((file) => !file.includes("node_modules/"))

const promises = promisesIn(text("tooling/checks/promises.json"))
const promised = promiseProblems(promises, (path) => (isThere(path) ? text(path) : undefined))
const problems = [
  ...files.flatMap((file) => [...problemsIn(file, text(file)), ...unreviewed(file, text(file))]),
  ...reviewed
    .filter(({ file }) => !files.includes(file))
    .map(({ file }) => `${file}: reviewed.md lists a file that is gone`),
  ...promised
]
report(
  problems,
  `tests: ${files.length} files decide by no chance and no duration that is known, and promises have theirs`
)
