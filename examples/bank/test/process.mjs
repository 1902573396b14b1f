// The bank or a host as a process of its own, which a test kills. It runs the build output, because a child process cannot
// run TypeScript sources.
import { startBank, startHost } from "../dist/index.js"

const { kind, options } = JSON.parse(process.env.PROCESS ?? "{}")
/** The hosts to which the bank reports in turn. */
let hosts = []
let turn = 0
const reportsTo = () => {
  turn += 1
  return `${hosts[turn % hosts.length]}/bank-reports`
}
process.on("message", (message) => {
  hosts = message.hosts
  process.send({ known: true })
})
const { url } =
  kind === "bank"
    ? await startBank({ ...options, reportsTo })
    : await startHost({ ...options, mailer: { sendCode: async () => {} } })
process.send({ url })
