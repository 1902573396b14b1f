import { once } from "node:events"
import { createServer } from "node:http"
import { type Answer, type Service, walletServer } from "../src/server.ts"

/** A page's server on loopback over a service that a test writes. It keeps what reached the service. */
export const served = async (page: string) => {
  const bodies: unknown[] = []
  const queries: unknown[] = []
  const answers: { account: () => Promise<Answer>; discoveries: () => Promise<Answer> } = {
    account: async () => ADDED,
    discoveries: async () => ({ status: 200, body: { data: [] } })
  }
  const service: Service = {
    addAccount: (body) => {
      bodies.push(body)
      return answers.account()
    },
    discoveries: (query) => {
      queries.push(query)
      return answers.discoveries()
    }
  }
  const server = createServer(walletServer(service, page))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("A server that listens has an address")
  return {
    url: `http://127.0.0.1:${address.port}/`,
    bodies,
    queries,
    answers,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

const ADDED: Answer = { status: 201, body: { id: "ExternalAccount:0001", status: "PENDING" } }
